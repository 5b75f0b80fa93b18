import { randomUUID } from 'node:crypto';
import {
  type DocumentConstraint,
  type DocumentDistribution,
  type DocumentFlag,
  type DocumentRollout,
  type DocumentRule,
  type DocumentSegment,
  type DocumentVariant,
} from '@pennon/document';
import { type Clock, type Instant } from '@pennon/domain';
import { type PendingRows } from './pending-rows';
import { type VariantIds } from './variant-ids';

/** Makes rows of the parts of a document: with ids, and with moments in the order in which they are made. */
export class NewRows {
  constructor(
    private readonly namespaceKey: string,
    private readonly clock: Clock,
    private readonly pending: PendingRows,
    private readonly variantIds: VariantIds,
  ) {}

  addSegment({ key, name, description, matchType, constraints }: DocumentSegment): void {
    const { namespaceKey } = this;
    this.pending.create('segments', { namespaceKey, key, name, description, matchType, ...this.times() });
    for (const constraint of constraints) this.addConstraint(key, constraint);
  }

  addConstraint(segmentKey: string, constraint: DocumentConstraint): void {
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
  addFlag(flag: DocumentFlag): void {
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

  addVariant(flagKey: string, { key, name, description, attachment }: DocumentVariant): void {
    const row = { ...this.row(), flagKey, key, name, description, attachment };
    this.pending.create('variants', row);
    this.variantIds.add(row);
  }

  /** @throws InvalidArgumentError if it distributes to a variant that the flag has not. */
  addRule(
    flagKey: string,
    rank: number,
    { segmentKeys, segmentOperator, distributions }: DocumentRule,
  ): void {
    const row = { ...this.row(), flagKey, rank, segmentKeys, segmentOperator };
    this.pending.create('rules', row);
    for (const distribution of distributions) this.addDistribution(flagKey, row.id, distribution);
  }

  /** @throws InvalidArgumentError if the flag has no such variant. */
  addDistribution(
    flagKey: string,
    ruleId: string,
    { variantKey, rolloutPercent }: DocumentDistribution,
  ): void {
    const variantId = this.variantIds.of(flagKey, variantKey);
    this.pending.create('distributions', { ...this.row(), ruleId, variantId, rolloutPercent });
  }

  addRollout(flagKey: string, rank: number, { description, step }: DocumentRollout): void {
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
