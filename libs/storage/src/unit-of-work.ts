import { type EntityManager } from 'typeorm';
import { type Database } from './database';
import { ConstraintStore } from './stores/constraint.store';
import { DistributionStore } from './stores/distribution.store';
import { FlagStore } from './stores/flag.store';
import { NamespaceStore } from './stores/namespace.store';
import { RolloutStore } from './stores/rollout.store';
import { RuleStore } from './stores/rule.store';
import { SegmentStore } from './stores/segment.store';
import { VariantStore } from './stores/variant.store';

/** The stores, all bound to one transaction. */
export interface Stores {
  readonly namespaces: NamespaceStore;
  readonly flags: FlagStore;
  readonly variants: VariantStore;
  readonly segments: SegmentStore;
  readonly constraints: ConstraintStore;
  readonly rules: RuleStore;
  readonly distributions: DistributionStore;
  readonly rollouts: RolloutStore;
}

/**
 * The one way to the rows: work is handed the stores, bound to a transaction that ends with it.
 *
 * Only use cases open one; stores never do, and runs never nest.
 */
export class UnitOfWork {
  constructor(private readonly database: Database) {}

  /** Runs `work` in a write transaction of its own; resolves after the commit. */
  async write<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.database.write((manager) => work(storesOn(manager)));
  }

  /** Runs `work` on one consistent, committed state. */
  async read<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.database.read((manager) => work(storesOn(manager)));
  }
}

function storesOn(manager: EntityManager): Stores {
  return {
    namespaces: new NamespaceStore(manager),
    flags: new FlagStore(manager),
    variants: new VariantStore(manager),
    segments: new SegmentStore(manager),
    constraints: new ConstraintStore(manager),
    rules: new RuleStore(manager),
    distributions: new DistributionStore(manager),
    rollouts: new RolloutStore(manager),
  };
}
