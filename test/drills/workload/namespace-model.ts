import {
  denseRanks,
  ranksByPosition,
  type Constraint,
  type Distribution,
  type Flag,
  type Ranked,
  type Rollout,
  type Rule,
  type Segment,
  type SegmentSelection,
  type Variant,
} from '@pennon/domain';
import { type NamespaceRows } from '@pennon/snapshot';
import { Table } from './table';

/**
 * The rows that a namespace must hold after some writes, by the laws of the management API. Whatever throws here has
 * found a write that must have been refused.
 */
export class NamespaceModel {
  readonly flags = new Table<Flag>('flag');
  readonly variants = new Table<Variant>('variant');
  readonly segments = new Table<Segment>('segment');
  readonly constraints = new Table<Constraint>('constraint');
  readonly rules = new Table<Rule>('rule');
  readonly distributions = new Table<Distribution>('distribution');
  readonly rollouts = new Table<Rollout>('rollout');
  private isThere = false;

  constructor(readonly key: string) {}

  /** False before the namespace is created and after it is deleted. */
  get exists(): boolean {
    return this.isThere;
  }

  /** Throws if there is such a namespace. */
  create(): void {
    if (this.isThere) throw new Error(`there is a namespace ${this.key} already`);
    this.isThere = true;
  }

  /** Throws if there is no such namespace. */
  requireItself(): void {
    if (!this.isThere) throw new Error(`there is no namespace ${this.key}`);
  }

  /** Deletes the namespace with everything in it. */
  delete(): void {
    this.requireItself();
    this.isThere = false;
    const { flags, variants, segments, constraints, rules, distributions, rollouts } = this;
    for (const table of [flags, variants, segments, constraints, rules, distributions, rollouts])
      table.clear();
  }

  variantsOf(flagKey: string): readonly Variant[] {
    return this.variants.where((variant) => variant.flagKey === flagKey);
  }

  constraintsOf(segmentKey: string): readonly Constraint[] {
    return this.constraints.where((constraint) => constraint.segmentKey === segmentKey);
  }

  distributionsOf(ruleId: string): readonly Distribution[] {
    return this.distributions.where((distribution) => distribution.ruleId === ruleId);
  }

  /** By rank. */
  rulesOf(flagKey: string): readonly Rule[] {
    return this.rules.where((rule) => rule.flagKey === flagKey).toSorted(byRank);
  }

  /** By rank. */
  rolloutsOf(flagKey: string): readonly Rollout[] {
    return this.rollouts.where((rollout) => rollout.flagKey === flagKey).toSorted(byRank);
  }

  deleteFlag(key: string): void {
    for (const { id } of this.variantsOf(key)) this.deleteVariant(id);
    for (const { id } of this.rulesOf(key)) this.deleteRule(key, id);
    for (const { id } of this.rolloutsOf(key)) this.rollouts.delete(id);
    this.flags.delete(key);
  }

  /** Deletes a variant with the distributions that point at it. */
  deleteVariant(id: string): void {
    for (const { id: share, variantId } of this.distributions.all) {
      if (variantId === id) this.distributions.delete(share);
    }
    this.variants.delete(id);
  }

  /** True if a rule or rollout looks at the segment. */
  isInUse(key: string): boolean {
    const looksAtIt = ({ segmentKeys }: SegmentSelection): boolean => segmentKeys.includes(key);
    return (
      this.rules.all.some(looksAtIt) ||
      this.rollouts.all.some(({ step }) => step.type === 'segment' && looksAtIt(step))
    );
  }

  /** Throws if the segment is in use. */
  deleteSegment(key: string): void {
    if (this.isInUse(key)) throw new Error(`the segment ${key} is in use`);
    for (const { id } of this.constraintsOf(key)) this.constraints.delete(id);
    this.segments.delete(key);
  }

  deleteRule(flagKey: string, id: string): void {
    if (!this.rules.has(id)) return;
    for (const { id: share } of this.distributionsOf(id)) this.distributions.delete(share);
    this.rules.delete(id);
    rerank(this.rules, denseRanks(this.rulesOf(flagKey)));
  }

  orderRules(flagKey: string, ids: readonly string[]): void {
    rerank(this.rules, ranksByPosition(this.rulesOf(flagKey), ids));
  }

  deleteRollout(flagKey: string, id: string): void {
    if (!this.rollouts.has(id)) return;
    this.rollouts.delete(id);
    rerank(this.rollouts, denseRanks(this.rolloutsOf(flagKey)));
  }

  orderRollouts(flagKey: string, ids: readonly string[]): void {
    rerank(this.rollouts, ranksByPosition(this.rolloutsOf(flagKey), ids));
  }

  /** All rows, in the orders in which a database hands them out. */
  rows(): NamespaceRows {
    return {
      namespace: { key: this.key, revision: 0 },
      flags: this.flags.all,
      segments: this.segments.all,
      variants: this.variants.all.toSorted(byCreation),
      constraints: this.constraints.all.toSorted(byCreation),
      distributions: this.distributions.all.toSorted(byCreation),
      rules: this.rules.all.toSorted(byRank),
      rollouts: this.rollouts.all.toSorted(byRank),
    };
  }
}

interface Created {
  readonly id: string;
  readonly createdAt: number;
}

function byCreation(left: Created, right: Created): number {
  return left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1);
}

function byRank(left: Created & Ranked, right: Created & Ranked): number {
  return left.rank - right.rank || byCreation(left, right);
}

function rerank(items: Table<Rule> | Table<Rollout>, ranks: ReadonlyMap<string, number>): void {
  for (const [id, rank] of ranks) items.update(id, { rank });
}
