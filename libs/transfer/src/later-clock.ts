import { type NamespaceState } from '@pennon/document';
import { Clock, type Instant } from '@pennon/domain';

/**
 * A clock that is past everything in a namespace: what is created goes behind what is there, also when that was created
 * by a machine whose clock is ahead.
 */
export class LaterClock extends Clock {
  private last: Instant;

  constructor(
    private readonly clock: Clock,
    state: NamespaceState | undefined,
  ) {
    super();
    this.last = state === undefined ? 0 : latestCreation(state);
  }

  now(): Instant {
    this.last = Math.max(this.last + 1, this.clock.now());
    return this.last;
  }
}

function latestCreation(state: NamespaceState): Instant {
  const { flags, variants, segments, constraints, rules, distributions, rollouts } = state;
  let latest = 0;
  for (const rows of [flags, variants, segments, constraints, rules, distributions, rollouts]) {
    for (const { createdAt } of rows) latest = Math.max(latest, createdAt);
  }
  return latest;
}
