import { type Series } from './series';

/** What an instance may depend on, as its label says. */
export type Dependency = 'database' | 'redis' | 'object_store' | 'directory';

/** Which dependencies of this process can be used. Whoever uses one knows, and is asked when somebody looks. */
export class Dependencies {
  private readonly states = new Map<Dependency, () => boolean>();

  /** Shows a dependency from now on. Throws if it is shown already. */
  add(dependency: Dependency, isUp: () => boolean): void {
    if (this.states.has(dependency)) throw new Error(`${dependency} is shown twice`);
    this.states.set(dependency, isUp);
  }

  /** What there is to tell of them. */
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
