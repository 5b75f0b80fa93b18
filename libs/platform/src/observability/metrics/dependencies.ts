import type { Series } from './series';

/**
 * Why a part does not work; undefined while it works. Anybody can read it: no secrets, no addresses, no text of an
 * error.
 */
export type Failure = () => string | undefined;

/** What this process depends on. The code that uses a dependency knows its state, and is asked for it. */
export class Dependencies {
  private readonly states = new Map<string, () => boolean>();
  private readonly failures = new Map<string, Failure>();

  /** Shows a dependency in the metrics from now on, by this label. Throws if it is shown already. */
  add(dependency: string, isUp: () => boolean): void {
    if (this.states.has(dependency)) throw new Error(`${dependency} is shown twice`);
    this.states.set(dependency, isUp);
  }

  /** Shows a part in the health of this instance from now on, by this name. Throws if it is shown already. */
  addPart(part: string, failure: Failure): void {
    if (this.failures.has(part)) throw new Error(`${part} is shown twice`);
    this.failures.set(part, failure);
  }

  /** Why each part does not work now; undefined for one that does. */
  parts(): ReadonlyMap<string, string | undefined> {
    return new Map(Array.from(this.failures, ([part, failure]) => [part, failure()]));
  }

  /** What there is to tell of the dependencies. */
  series(): Series {
    return {
      name: 'pennon_dependency_up',
      help: 'Whether a dependency can be used: 1, or 0 from a failure until it has been used again.',
      type: 'gauge',
      // One of several processes that cannot use it is one too many.
      aggregator: 'min',
      collect: () =>
        [...this.states].map(([dependency, isUp]) => ({ labels: { dependency }, value: isUp() ? 1 : 0 })),
    };
  }
}
