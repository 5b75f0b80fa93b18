import { denseRanks, ranksByPosition, type Instant, type Ranked } from '@pennon/domain';

/** A rule or a rollout. */
interface Step extends Ranked {
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/**
 * Steps after those that are listed took the ranks of their places in the list; ids that there are not leave gaps. All
 * that are listed have changed, those that stay where they are among them.
 */
export function ordered<Row extends Step>(
  steps: readonly Row[],
  ids: readonly string[],
  now: Instant,
): readonly Row[] {
  return ranked(steps, ranksByPosition(steps, ids), now);
}

/** Steps without one of them: what is left has the ranks 1 to n. Without such a step they stay as they are. */
export function closedUp<Row extends Step>(steps: readonly Row[], id: string, now: Instant): readonly Row[] {
  const left = steps.filter((step) => step.id !== id);
  if (left.length === steps.length) return steps;
  return ranked(left, denseRanks(left), now);
}

function ranked<Row extends Step>(
  steps: readonly Row[],
  ranks: ReadonlyMap<string, number>,
  now: Instant,
): readonly Row[] {
  return steps
    .map((step) => {
      const rank = ranks.get(step.id);
      return rank === undefined ? step : { ...step, rank, updatedAt: now };
    })
    .toSorted((one, other) => one.rank - other.rank || one.createdAt - other.createdAt);
}
