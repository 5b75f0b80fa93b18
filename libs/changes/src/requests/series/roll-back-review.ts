import {
  NotFoundError,
  type ChangeReview,
  type ChangeStep,
  type ReviewPolicy,
  type Revision,
} from '@pennon/domain';
import { mergeStates, nameOf, type States, statesOf } from '@pennon/state';
import type { Stores } from '@pennon/storage';
import type { NotedReview } from '../../commit/changes';
import { hasTag } from '../../commit/policy-scope';
import type { Trail } from '../../commit/trail';
import { keptRevision, type PastState, pastState, statesAt } from '../../history/past-states';
import { approvalsOf } from '../approvals/approvals';

/** A step that was applied, with its reviews. */
interface AppliedStep {
  readonly request: ChangeStep;
  readonly reviews: readonly ChangeReview[];
}

const ADVICE =
  ', and so does this rollback, because it does more than undo steps that were approved: pause the series or turn its ' +
  'flags off, and propose to revert the revisions of its steps';

/**
 * How a rollback is reviewed. As a brake it needs no approvals: while it puts back what was live right before the
 * series, all of whose steps were approved, or were applied past the review. With what nobody had approved, or what was
 * live at another time, anybody could bring about by a series of their own what the policy holds up; and with a tag for
 * which the policy holds, all that comes after.
 *
 * @param applied The steps that it takes back, in their order.
 */
export function rollBackReview(namespaceKey: string, applied: readonly AppliedStep[]): NotedReview {
  const isApproved = applied.every(
    ({ request, reviews }) => request.bypassReason !== '' || approvalsOf(request, reviews).length > 0,
  );
  const [first] = applied.flatMap(({ request }) => request.revision ?? []);
  return {
    advice: ADVICE,
    isFree: async (stores, policy, trail) => {
      if (!isApproved || first === undefined) return false;
      const done = await statesOfRollBack(stores, namespaceKey, first, trail);
      return done !== undefined && isRestored(done) && !losesTag(done, policy);
    },
  };
}

/** What flags and segments are before and after a rollback, and what they were right before the series. */
interface RolledBackStates {
  readonly before: States;
  readonly after: States;
  readonly live: States;
}

/** @returns Undefined if the history does not go back that far. */
async function statesOfRollBack(
  stores: Stores,
  namespaceKey: string,
  first: Revision,
  { items }: Pick<Trail, 'items'>,
): Promise<RolledBackStates | undefined> {
  const since = first.revision - 1;
  try {
    await keptRevision(stores, namespaceKey, first);
    await keptRevision(stores, namespaceKey, { revision: since });
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
  const { history } = stores;
  const before = items.map(pastState);
  const changes = await history.firstChanges(namespaceKey, since, items);
  // What was not changed since was what the rollback has found.
  const live = [...before, ...(await history.itemsOf(namespaceKey, changes)).map(pastState)];
  const after = await statesAt(stores, namespaceKey, Number.MAX_SAFE_INTEGER, items);
  return { before: statesIn(before), after: statesIn(after), live: statesIn(live) };
}

/** @param past Of a subject that comes twice, the last counts. */
function statesIn(past: readonly PastState[]): States {
  const byName = new Map(past.map((one) => [nameOf(one), one.state]));
  return statesOf([...byName.values()].filter((state) => state !== undefined));
}

/** True if every part that a rollback has changed is what it was. */
function isRestored({ before, after, live }: RolledBackStates): boolean {
  const { conflicts, theirs } = mergeStates({ base: before, mine: live, latest: after });
  return conflicts.length + theirs.length === 0;
}

/** True if a flag has no more a tag for which the policy holds. */
function losesTag({ before, after }: RolledBackStates, { appliesTo }: ReviewPolicy): boolean {
  const tags = new Set(appliesTo.tags);
  return [...before.flags].some(([key, flag]) => {
    const left = after.flags.get(key);
    return hasTag(flag, tags) && (left === undefined || !hasTag(left, tags));
  });
}
