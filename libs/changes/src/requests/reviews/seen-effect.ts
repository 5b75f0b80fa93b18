import {
  ConflictError,
  DomainError,
  invalidField,
  revisionText,
  type ChangeStep,
  type OnConflict,
  type Revision,
  type SubjectKey,
} from '@pennon/domain';
import { mergeStates, nameOf, segmentsUsedBy, type States, statesOf } from '@pennon/state';
import type { Stores } from '@pennon/storage';
import { keptRevision, latestRevision, LostRevisionError, statesAt } from '../../history/past-states';
import { resolvedOn } from '../../wanted/resolve-edits';
import { type FoundState, unpackChange } from '../../wanted/stored-change';
import { statesWanted, subjectsOf } from '../../wanted/wanted-state';
import { isOpen } from '../life/change-life';

/** What a change does: the states that it finds, and those that it leaves. */
interface Effect {
  readonly from: States;
  readonly to: States;
}

/** One of the changes that follow each other. */
interface Link extends FoundState {
  readonly step: ChangeStep;
  readonly onConflict: OnConflict;
}

/**
 * Refuses an approval of another effect than the reviewer has seen: if the changes that wait now do something else than
 * they did on a revision, part by part, or if one of them is in conflict now.
 *
 * @param steps The steps of the series, or the change alone.
 * @param seen The revision that the reviewer has seen.
 * @throws ConflictError if the effect is another, or the revision was lost.
 * @throws InvalidFieldError if there is no such revision yet, NotFoundError if the history does not go back to it.
 */
export async function assertSeenEffect(
  stores: Stores,
  steps: readonly ChangeStep[],
  seen: Revision,
): Promise<void> {
  const namespaceKey = steps[0]?.namespaceKey ?? '';
  const links = await linksOf(stores, steps, seen);
  const subjects = subjectsOfAll(links);
  const latest = await latestRevision(stores, namespaceKey);
  if (seen.mark === undefined && seen.revision > latest.revision)
    throw invalidField('seenRevision', `is ${seen.revision}, and the latest revision is ${latest.revision}`);
  const { revision: known } = await keptRevision(stores, namespaceKey, seen).catch((error: unknown) => {
    throw error instanceof LostRevisionError ? otherEffect(seen) : error;
  });
  const at = async (revision: number): Promise<States> => {
    const found = await statesAt(stores, namespaceKey, revision, subjects);
    return statesOf(found.flatMap(({ state }) => state ?? []));
  };
  // Steps that were applied since the reviewer has looked were still to come.
  const shown = effectsOn(await at(known), links);
  const waiting = links.filter(({ step }) => isOpen(step));
  const effects = effectsOn(await at(latest.revision), waiting);
  for (const [id, effect] of effects) {
    const other = shown.get(id);
    if (effect === undefined || other === undefined || !isSameEffect(other, effect)) throw otherEffect(seen);
  }
}

function otherEffect(seen: Revision): ConflictError {
  return new ConflictError(
    `the change does something else than at revision ${seen.revision}, or is in conflict: read it again`,
    { info: { reason: 'OTHER_EFFECT', metadata: { revision: revisionText(seen) } } },
  );
}

/** The changes that wait, and those that were applied since a revision, in their order. */
async function linksOf(
  { changeRequests, changeSubjects }: Stores,
  steps: readonly ChangeStep[],
  { revision: since }: Revision,
): Promise<readonly Link[]> {
  const links: Link[] = [];
  for (const step of steps) {
    if (!isOpen(step) && (step.state !== 'applied' || (step.revision?.revision ?? 0) <= since)) continue;
    const request = await changeRequests.find(step.namespaceKey, step.id);
    if (request === undefined) continue;
    const found = await unpackChange(request, await changeSubjects.of(step.id));
    links.push({ ...found, step, onConflict: request.onConflict ?? 'fail' });
  }
  return links;
}

/** What the changes name, and the segments that their flags use. */
function subjectsOfAll(links: readonly Link[]): readonly SubjectKey[] {
  const named = links.flatMap(({ wanted }) => [
    ...subjectsOf(wanted),
    ...wanted.document.flags
      .flatMap((flag) => segmentsUsedBy(flag))
      .map((key) => ({ kind: 'segment', key }) as const),
  ]);
  return [...new Map(named.map((subject) => [nameOf(subject), subject])).values()];
}

/** What each change does after those before it, by its id; undefined for one in conflict, and for those after it. */
function effectsOn(first: States, links: readonly Link[]): ReadonlyMap<string, Effect | undefined> {
  const effects = new Map<string, Effect | undefined>();
  let from: States | undefined = first;
  for (const link of links) {
    const to: States | undefined = from && leftBy(link, from);
    effects.set(link.step.id, from && to && { from, to });
    from = to;
  }
  return effects;
}

/** What a change makes of the states that it finds; undefined if it is in conflict with them. */
function leftBy({ wanted: asked, base, onConflict }: Link, from: States): States | undefined {
  try {
    const wanted = resolvedOn(from, asked, base);
    const named = new Set(subjectsOf(wanted).map(nameOf));
    // Edits fit whatever they find. Segments that it only uses were there.
    const known = base === undefined || asked.edits !== undefined ? from : base;
    const used = [...from.segments].filter(([key]) => !named.has(nameOf({ kind: 'segment', key })));
    const based = { ...known, segments: new Map([...known.segments, ...used]) };
    const three = { base: based, mine: statesWanted(wanted, based), latest: from };
    const { states, conflicts, kept } = mergeStates(
      three,
      onConflict === 'overwrite' ? () => 'mine' : undefined,
    );
    return conflicts.length > 0 || (onConflict === 'fail' && kept.length > 0) ? undefined : states;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** True if both change the same parts, from the same to the same. */
function isSameEffect(one: Effect, other: Effect): boolean {
  const { states, conflicts } = mergeStates({ base: one.from, mine: one.to, latest: other.from });
  if (conflicts.length > 0 || changedParts({ from: states, to: other.to }) > 0) return false;
  return changedParts(one) === changedParts(other);
}

function changedParts({ from, to }: Effect): number {
  return mergeStates({ base: from, mine: from, latest: to }).theirs.length;
}
