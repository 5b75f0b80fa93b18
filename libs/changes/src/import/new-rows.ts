import { randomUUID } from 'node:crypto';
import { Clock, type Instant, InvalidArgumentError, quote, type Variant } from '@pennon/domain';
import type {
  ConstraintState,
  DistributionState,
  FlagState,
  RolloutState,
  RuleState,
  SegmentState,
  VariantState,
} from '@pennon/state';
import type { PendingRows } from './pending-rows';

/** Which id the variant of a key has, flag by flag. */
export class VariantIds {
  private readonly flags = new Map<string, Map<string, string>>();

  constructor(variants: readonly Pick<Variant, 'flagKey' | 'key' | 'id'>[]) {
    for (const variant of variants) this.add(variant);
  }

  add({ flagKey, key, id }: Pick<Variant, 'flagKey' | 'key' | 'id'>): void {
    const ids = this.flags.get(flagKey);
    if (ids === undefined) this.flags.set(flagKey, new Map([[key, id]]));
    else ids.set(key, id);
  }

  /** Forgets the variants of a flag. */
  deleteFlag(flagKey: string): void {
    this.flags.delete(flagKey);
  }

  /** @throws InvalidArgumentError if the flag has no such variant. */
  of(flagKey: string, key: string): string {
    const id = this.flags.get(flagKey)?.get(key);
    if (id === undefined) {
      throw new InvalidArgumentError(`flag ${quote(flagKey)} names the unknown variant ${quote(key)}`);
    }
    return id;
  }
}

/** Makes rows of the parts of a document: with ids, and with moments in the order in which they are made. */
export class NewRows {
  constructor(
    private readonly namespaceKey: string,
    private readonly clock: Clock,
    private readonly pending: Pick<PendingRows, 'create'>,
    private readonly variantIds: VariantIds,
  ) {}

  addSegment({ key, name, description, matchType, constraints }: SegmentState): void {
    const { namespaceKey } = this;
    this.pending.create('segments', { namespaceKey, key, name, description, matchType, ...this.times() });
    for (const constraint of constraints) this.addConstraint(key, constraint);
  }

  addConstraint(segmentKey: string, constraint: ConstraintState): void {
    const { type, property, operator, value, description } = constraint;
    this.pending.create('constraints', {
      ...this.row(),
      segmentKey,
      type,
      property,
      operator,
      value,
      description,
    });
  }

  /** @throws InvalidArgumentError if the flag names a variant that it has not. */
  addFlag(flag: FlagState): void {
    const { key, name, description, type, isEnabled, metadata, defaultVariantKey } = flag;
    const times = this.times();
    for (const variant of flag.variants) this.addVariant(key, variant);
    const defaultVariantId =
      defaultVariantKey === undefined ? undefined : this.variantIds.of(key, defaultVariantKey);
    const { namespaceKey } = this;
    const fields = { namespaceKey, key, name, description, type, isEnabled, metadata, defaultVariantId };
    this.pending.create('flags', { ...fields, ...times });
    for (const [index, rule] of flag.rules.entries()) this.addRule(key, index + 1, rule);
    for (const [index, rollout] of flag.rollouts.entries()) this.addRollout(key, index + 1, rollout);
  }

  addVariant(flagKey: string, { key, name, description, attachment }: VariantState): void {
    const row = { ...this.row(), flagKey, key, name, description, attachment };
    this.pending.create('variants', row);
    this.variantIds.add(row);
  }

  /** @throws InvalidArgumentError if it distributes to a variant that the flag has not. */
  addRule(flagKey: string, rank: number, { segmentKeys, segmentOperator, distributions }: RuleState): void {
    const row = { ...this.row(), flagKey, rank, segmentKeys, segmentOperator };
    this.pending.create('rules', row);
    for (const distribution of distributions) this.addDistribution(flagKey, row.id, distribution);
  }

  /** @throws InvalidArgumentError if the flag has no such variant. */
  addDistribution(flagKey: string, ruleId: string, { variantKey, rolloutPercent }: DistributionState): void {
    const variantId = this.variantIds.of(flagKey, variantKey);
    this.pending.create('distributions', { ...this.row(), ruleId, variantId, rolloutPercent });
  }

  addRollout(flagKey: string, rank: number, { description, step }: RolloutState): void {
    this.pending.create('rollouts', { ...this.row(), flagKey, rank, description, step });
  }

  private row(): {
    readonly id: string;
    readonly namespaceKey: string;
    readonly createdAt: Instant;
    readonly updatedAt: Instant;
  } {
    return { id: randomUUID(), namespaceKey: this.namespaceKey, ...this.times() };
  }

  private times(): { readonly createdAt: Instant; readonly updatedAt: Instant } {
    const now = this.clock.now();
    return { createdAt: now, updatedAt: now };
  }
}

/**
 * A clock that is past everything in a namespace: what is created goes behind what is there, also when that was created
 * by a machine whose clock is ahead.
 */
export class LaterClock extends Clock {
  /** @param last When the last thing in the namespace was created. */
  constructor(
    private readonly clock: Clock,
    private last: Instant,
  ) {
    super();
  }

  now(): Instant {
    this.last = Math.max(this.last + 1, this.clock.now());
    return this.last;
  }
}
