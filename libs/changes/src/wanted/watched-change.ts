import {
  ConflictError,
  InvalidArgumentError,
  invalidField,
  NotFoundError,
  quote,
  type Conflict,
  type Revision,
  revisionText,
} from '@pennon/domain';
import type { SegmentState } from '@pennon/state';
import { assertReleased } from '../commit/feature-gate';
import { readStates } from '../history/read-states';
import type { PlanWatch, WatchPlan } from '../import/planned-items';
import type { NamespaceReading, RevisionOutline } from '../reading/namespace-reading';
import { PlanDetails, type ChangeDetails } from './plan-details';
import { assertConsistent, type WantedState } from './wanted-state';

/** Most conflicts and errors that a refusal names. */
const MAX_NAMED = 10;

/** What a change is held against. */
export interface ChangeBase {
  /** What its author has seen; undefined for no check. */
  readonly revision: Revision | undefined;
  /** True to refuse the change for conflicts and new errors; otherwise they are told. */
  readonly isBinding: boolean;
  /** True if the revision of the namespace has been raised for the change already. */
  readonly isRaised: boolean;
}

/** Looks at the plan of a change, so that it can be told what it does, or refused. */
export class WatchedChange {
  private latest: ChangeDetails = {
    ...{ items: [], itemsLeftOut: 0, findings: [] },
    ...{ audience: [], affected: [], conflicts: [] },
  };

  constructor(
    private readonly wanted: WantedState,
    private readonly base: ChangeBase,
  ) {}

  /** What the plan does that was made last; nothing before there is one. */
  get details(): ChangeDetails {
    return this.latest;
  }

  /**
   * @throws NotFoundError if there is no such namespace, InvalidArgumentError if the base is none, if a segment is to
   *   be deleted that a flag looks at, or if something would be wrong afterwards, ConflictError if something was
   *   changed since the base, and FailedPreconditionError if it uses a feature that is not released.
   */
  readonly watch: WatchPlan = async (reading, outline) => {
    const namespaceKey = this.wanted.document.namespace.key;
    if (outline === undefined) throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
    this.assertBase(outline);
    assertConsistent(this.wanted);
    await assertUnused(reading, this.wanted);
    const details = new PlanDetails(this.wanted, await segmentsOf(reading, outline));
    return this.watching(reading, details);
  };

  private watching(reading: NamespaceReading, details: PlanDetails): PlanWatch {
    return {
      add: (items) => {
        details.add(items);
      },
      end: async () => {
        const { revision: base, isBinding, isRaised } = this.base;
        if (details.features.size > 0) assertReleased(details.features, await reading.releasedFeatures());
        const since = base && (await reading.changedSince(base, [...details.touched.values()], isRaised));
        const conflicts = since?.conflicts ?? [];
        this.latest = details.details(conflicts, await reading.usersOf(details.changedSegments));
        if (!isBinding) return;
        if (base !== undefined && since?.isBaseLost === true)
          throw new ConflictError(lostText(base), { conflicts });
        if (base !== undefined && conflicts.length > 0)
          throw new ConflictError(conflictText(base, conflicts), { conflicts });
        const [first, ...others] = details.newErrors.map(({ message }) => message);
        if (first !== undefined)
          throw new InvalidArgumentError([first, ...others.slice(0, MAX_NAMED - 1)].join(' '));
      },
    };
  }

  /** One with a mark was given out once, and is lost: that is a conflict of what it touches. */
  private assertBase({ revision: { revision } }: RevisionOutline): void {
    const { revision: base, isRaised } = this.base;
    const latest = isRaised ? revision - 1 : revision;
    if (base !== undefined && base.mark === undefined && base.revision > latest)
      throw invalidField('baseRevision', `is ${base.revision}, and the latest revision is ${latest}`);
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

function lostText(base: Revision): string {
  return (
    `revision ${revisionText(base)} was lost, in a failover or by a restored backup: look at what the namespace is ` +
    'now, and base the change on that'
  );
}

function conflictText(base: Revision, conflicts: readonly Conflict[]): string {
  const named = conflicts.slice(0, MAX_NAMED).map(({ kind, key, revision, author: { actor } }) => {
    const what = kind === 'namespace' ? 'the name of the namespace' : `${kind} ${quote(key)}`;
    return `${what} in revision ${revision.revision}${actor === '' ? '' : ` by ${actor}`}`;
  });
  const left = conflicts.length - named.length;
  const more = left > 0 ? `, and ${left} more` : '';
  return `changed since revision ${base.revision}: ${named.join(', ')}${more}`;
}
