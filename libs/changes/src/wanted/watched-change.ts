import {
  ConflictError,
  InvalidArgumentError,
  NotFoundError,
  quote,
  type Conflict,
  type OnConflict,
  type PartPlace,
  type Revision,
} from '@pennon/domain';
import type { PartConflict, SegmentState, States } from '@pennon/state';
import { assertReleased } from '../commit/feature-gate';
import { assertNotAhead, type BaseConflicts, latestAmong, lostText } from '../history/conflicts';
import { readStates } from '../history/read-states';
import type { PlanWatch, WatchPlan } from '../import/planned-items';
import type { NamespaceReading, RevisionOutline } from '../reading/namespace-reading';
import { mergeOver, type MergedChange } from './merge-over';
import { PlanDetails, type ChangeDetails } from './plan-details';
import { resolveEdits } from './resolve-edits';
import { assertConsistent, modeOf, type WantedState } from './wanted-state';

/** Most conflicts and errors that a refusal names. */
const MAX_NAMED = 10;

/** What a change is held against. */
export interface ChangeBase {
  /** What its author has seen; undefined for no check. */
  readonly revision: Revision | undefined;
  /** What the flags and segments that it names were, if the change knows it. */
  readonly states: States | undefined;
  /** True to refuse the change for conflicts and new errors; otherwise they are told. */
  readonly isBinding: boolean;
  /** True if the revision of the namespace has been raised for the change already. */
  readonly isRaised: boolean;
  /** What becomes of what others have changed since. */
  readonly onConflict: OnConflict;
  /** What the change leaves anyway, because others have changed it. */
  readonly left?: readonly PartConflict[] | undefined;
}

/** Looks at the plan of a change, so that it can be told what it does, or refused. */
export class WatchedChange {
  private latest: ChangeDetails = {
    ...{ items: [], itemsLeftOut: 0, findings: [] },
    ...{ audience: [], affected: [], conflicts: [], mergedOver: [], mergeWarnings: [] },
  };

  private instead: WantedState | undefined;

  private readonly base: ChangeBase;

  constructor(
    private readonly wanted: WantedState,
    base: ChangeBase,
  ) {
    // Edits fit whatever others have made of the base.
    this.base = wanted.edits === undefined ? base : { ...base, revision: undefined };
  }

  /** What the change comes to over what others have changed; what is wanted, while somebody has to decide. */
  get merged(): WantedState {
    return this.instead ?? this.wanted;
  }

  /** What the plan does that was made last; nothing before there is one. */
  get details(): ChangeDetails {
    return this.latest;
  }

  /**
   * @throws NotFoundError if there is no such namespace, or not what an edit names, InvalidArgumentError if the base is
   *   none, if a segment is to be deleted that a flag looks at, or if something would be wrong afterwards,
   *   ConflictError if something was changed since the base, and FailedPreconditionError if it uses a feature that is
   *   not released, or has an edit that cannot be done.
   */
  readonly watch: WatchPlan = async (reading, outline) => {
    const namespaceKey = this.wanted.document.namespace.key;
    if (outline === undefined) throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
    this.assertBase(outline);
    const asked = await resolveEdits(reading, this.wanted, this.base.states);
    assertConsistent(asked);
    this.instead = asked;
    const merged = await this.merge(reading, outline, asked);
    const { wanted = asked, kept = [] } = merged ?? {};
    await assertUnused(reading, wanted);
    const details = new PlanDetails(wanted, await segmentsOf(reading, outline));
    return {
      ...this.watching(reading, details, merged),
      instead: { document: wanted.document, mode: modeOf(wanted) },
      mergedOver: distinct(kept.flatMap(({ revision }) => revision ?? [])),
      mergedUpTo: latestAmong(kept),
    };
  };

  /** @throws ConflictError if somebody has to decide, and the change is to be binding. */
  private async merge(
    reading: NamespaceReading,
    outline: RevisionOutline,
    asked: WantedState,
  ): Promise<MergedChange | undefined> {
    const { revision: base, states, isBinding, isRaised, onConflict, left } = this.base;
    if (base === undefined || (onConflict === 'fail' && states === undefined)) return undefined;
    const merged = await mergeOver(reading, outline, asked, {
      ...{ revision: base, states, isRaised, onConflict, left },
    });
    if (isBinding) assertNoConflict(base, merged);
    this.instead = merged.conflicts.length === 0 ? merged.wanted : undefined;
    return merged;
  }

  private watching(
    reading: NamespaceReading,
    details: PlanDetails,
    merged: MergedChange | undefined,
  ): PlanWatch {
    return {
      add: (items) => {
        details.add(items);
      },
      end: async () => {
        const { revision: base, isBinding } = this.base;
        if (details.features.size > 0) assertReleased(details.features, await reading.releasedFeatures());
        const since = merged ?? (base && (await this.changedSince(reading, base, details)));
        const { conflicts = [] } = since ?? {};
        this.latest = {
          ...details.details(
            [...conflicts, ...(merged?.left ?? [])],
            await reading.usersOf(details.changedSegments),
          ),
          mergedOver: merged?.kept ?? [],
          mergeWarnings: merged?.warnings ?? [],
        };
        if (!isBinding) return;
        if (base !== undefined && since !== undefined) assertNoConflict(base, since);
        const [first, ...others] = details.newErrors.map(({ message }) => message);
        if (first !== undefined)
          throw new InvalidArgumentError([first, ...others.slice(0, MAX_NAMED - 1)].join(' '));
      },
    };
  }

  private async changedSince(
    reading: NamespaceReading,
    base: Revision,
    { touched }: PlanDetails,
  ): Promise<BaseConflicts> {
    return reading.changedSince(base, [...touched.values()], this.base.isRaised);
  }

  private assertBase({ revision: { revision } }: RevisionOutline): void {
    const { revision: base, isRaised } = this.base;
    if (base !== undefined) assertNotAhead(base, isRaised ? revision - 1 : revision);
  }
}

/** A flag of the document may not look at what is deleted: the plan finds that. */
async function assertUnused(reading: NamespaceReading, { document, deletions }: WantedState): Promise<void> {
  if (deletions.segments.length === 0) return;
  const replaced = new Set([...document.flags.map(({ key }) => key), ...deletions.flags]);
  const use = (await reading.usersOf(deletions.segments)).find(({ flagKey }) => !replaced.has(flagKey));
  if (use === undefined) return;
  throw new InvalidArgumentError(
    `segment ${quote(use.segmentKey)} cannot be deleted: flag ${quote(use.flagKey)} looks at it`,
  );
}

async function segmentsOf(
  reading: NamespaceReading,
  { segmentKeys }: RevisionOutline,
): Promise<readonly SegmentState[]> {
  const segments: SegmentState[] = [];
  for await (const state of readStates(reading, { flagKeys: [], segmentKeys })) {
    if (state.kind === 'segment') segments.push(state.value);
  }
  return segments;
}

function conflictingText({ kind, key, part }: Conflict): string {
  const what = kind === 'namespace' ? 'the name of the namespace' : `${kind} ${quote(key)}`;
  if (part === undefined || part.part === 'whole') return what;
  return `${part.part}${part.item === '' ? '' : ` ${part.item}`} of ${what}`;
}

/** What was changed, and when. What refers to something that is gone has not changed itself, or not only. */
function changedText(conflict: Conflict): string {
  const { revision, author, part } = conflict;
  const what = conflictingText(conflict);
  const by = author.actor === '' ? '' : ` by ${author.actor}`;
  const when = revision === undefined ? '' : ` in revision ${revision.revision}${by}`;
  if (part?.with === undefined) return `${what}${when}`;
  const needs = `needs ${referredText(part.with)}, which was deleted`;
  return part.latest === part.base ? `${what} ${needs}${when}` : `${what}${when} ${needs}`;
}

/** What a part refers to: a segment, or a variant of its own flag. */
function referredText({ kind, key, part, item }: PartPlace): string {
  return part === 'whole' ? `${kind} ${quote(key)}` : `variant ${quote(item)}`;
}

/** @throws ConflictError if something was changed since the base, and somebody has to decide. */
function assertNoConflict(base: Revision, { isBaseLost, conflicts }: BaseConflicts): void {
  if (isBaseLost) throw new ConflictError(lostText(base), { conflicts });
  if (conflicts.length > 0) throw new ConflictError(conflictText(base, conflicts), { conflicts });
}

function distinct(revisions: readonly Revision[]): readonly Revision[] {
  return [...new Map(revisions.map((one) => [one.revision, one])).values()].toSorted(
    (one, other) => one.revision - other.revision,
  );
}

function conflictText(base: Revision, conflicts: readonly Conflict[]): string {
  const named = conflicts.slice(0, MAX_NAMED).map(changedText);
  const left = conflicts.length - named.length;
  const more = left > 0 ? `, and ${left} more` : '';
  return `changed since revision ${base.revision}: ${named.join(', ')}${more}`;
}
