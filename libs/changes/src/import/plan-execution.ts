import type {
  ConstraintChange,
  DistributionChange,
  FlagChange,
  ImportChange,
  NamespaceChange,
  RolloutChange,
  RuleChange,
  SegmentChange,
  VariantChange,
} from '@pennon/document';
import type {
  Clock,
  Constraint,
  Distribution,
  Flag,
  NamespaceContents,
  Rollout,
  Rule,
  Segment,
  Variant,
} from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { NewRows, VariantIds } from './new-rows';
import type { PendingRows } from './pending-rows';

/** Finds rows by what changes call them. Each throws if there is none: then the change was planned for other rows. */
class RowIndex {
  readonly flag: (key: string) => Flag;
  readonly segment: (key: string) => Segment;
  readonly variant: (id: string) => Variant;
  readonly constraint: (id: string) => Constraint;
  readonly rule: (id: string) => Rule;
  readonly distribution: (id: string) => Distribution;
  readonly rollout: (id: string) => Rollout;

  constructor(rows: NamespaceContents) {
    this.flag = finder(rows.flags, ({ key }) => key);
    this.segment = finder(rows.segments, ({ key }) => key);
    this.variant = finder(rows.variants, ({ id }) => id);
    this.constraint = finder(rows.constraints, ({ id }) => id);
    this.rule = finder(rows.rules, ({ id }) => id);
    this.distribution = finder(rows.distributions, ({ id }) => id);
    this.rollout = finder(rows.rollouts, ({ id }) => id);
  }
}

function finder<Row>(rows: readonly Row[], nameOf: (row: Row) => string): (name: string) => Row {
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  return (name) => {
    const row = byName.get(name);
    if (row === undefined) throw new Error('a change of an import is about a row that was not read');
    return row;
  };
}

/** Carries out one part of an import in the transaction that the stores are bound to. */
export class PlanExecution {
  private readonly rows: RowIndex;
  private readonly variantIds: VariantIds;
  private readonly newRows: NewRows;

  /**
   * @param pending Gathers what is to be written; what is left there after the last part is to be written as well.
   * @param rows Those that the part was planned for.
   */
  constructor(
    private readonly stores: Stores,
    private readonly namespaceKey: string,
    private readonly clock: Clock,
    private readonly pending: PendingRows,
    rows: NamespaceContents,
  ) {
    this.rows = new RowIndex(rows);
    this.variantIds = new VariantIds(rows.variants);
    this.newRows = new NewRows(namespaceKey, clock, pending, this.variantIds);
  }

  /** @throws InvalidArgumentError if something names a variant that there is not. */
  async run(changes: readonly ImportChange[]): Promise<void> {
    for (const change of changes) await this.carryOut(change);
    await this.pending.writeIfMany();
  }

  private async carryOut(change: ImportChange): Promise<void> {
    switch (change.kind) {
      case 'namespace':
        return this.changeNamespace(change);
      case 'segment':
        this.changeSegment(change);
        return;
      case 'constraint':
        return this.changeConstraint(change);
      case 'flag':
        this.changeFlag(change);
        return;
      case 'variant':
        return this.changeVariant(change);
      case 'rule':
        return this.changeRule(change);
      case 'distribution':
        return this.changeDistribution(change);
      case 'rollout':
        return this.changeRollout(change);
    }
  }

  private async changeNamespace(change: NamespaceChange): Promise<void> {
    const { namespaces } = this.stores;
    const now = this.clock.now();
    if (change.action === 'create') {
      const { key, name, description } = change;
      await namespaces.create({
        key,
        name,
        description,
        isProtected: false,
        createdAt: now,
        updatedAt: now,
      });
    } else await namespaces.update(change.key, change.to.name, change.to.description, now);
  }

  private changeSegment(change: SegmentChange): void {
    if (change.action === 'create') this.newRows.addSegment(change.segment);
    else if (change.action === 'update') {
      this.pending.change('segments', this.changed(this.rows.segment(change.key), change.to));
    } else this.pending.delete('segments', change.key);
  }

  private async changeConstraint(change: ConstraintChange): Promise<void> {
    if (change.action === 'create') this.newRows.addConstraint(change.segmentKey, change.constraint);
    else if (change.action === 'update') {
      this.pending.change('constraints', this.changed(this.rows.constraint(change.id), change.to));
    } else await this.stores.constraints.deleteAll([this.named(change.id)]);
  }

  private changeFlag(change: FlagChange): void {
    if (change.action === 'create') this.newRows.addFlag(change.flag);
    else if (change.action === 'update') {
      const { defaultVariantKey, ...fields } = change.to;
      const defaultVariantId =
        defaultVariantKey === undefined ? undefined : this.variantIds.of(change.key, defaultVariantKey);
      const to = { ...fields, defaultVariantId };
      this.pending.change('flags', this.changed(this.rows.flag(change.key), to));
    } else {
      this.pending.delete('flags', change.key);
      this.variantIds.deleteFlag(change.key);
    }
  }

  private async changeVariant(change: VariantChange): Promise<void> {
    if (change.action === 'create') this.newRows.addVariant(change.flagKey, change.variant);
    else if (change.action === 'update') {
      this.pending.change('variants', this.changed(this.rows.variant(change.id), change.to));
    } else await this.stores.variants.deleteAll([this.named(change.id)]);
  }

  private async changeRule(change: RuleChange): Promise<void> {
    if (change.action === 'create') this.newRows.addRule(change.flagKey, change.rank, change.rule);
    else if (change.action === 'update') {
      this.pending.change('rules', this.changed(this.rows.rule(change.id), change.to));
    } else await this.stores.rules.deleteAll([this.named(change.id)]);
  }

  private async changeDistribution(change: DistributionChange): Promise<void> {
    const { flagKey, ruleId } = change;
    if (change.action === 'create') this.newRows.addDistribution(flagKey, ruleId, change.distribution);
    else if (change.action === 'update') {
      const { variantKey, rolloutPercent } = change.to;
      const to = {
        namespaceKey: this.namespaceKey,
        variantId: this.variantIds.of(flagKey, variantKey),
        rolloutPercent,
      };
      this.pending.change('distributions', this.changed(this.rows.distribution(change.id), to));
    } else await this.stores.distributions.deleteAll([this.named(change.id)]);
  }

  private async changeRollout(change: RolloutChange): Promise<void> {
    if (change.action === 'create') this.newRows.addRollout(change.flagKey, change.rank, change.rollout);
    else if (change.action === 'update') {
      this.pending.change('rollouts', this.changed(this.rows.rollout(change.id), change.to));
    } else await this.stores.rollouts.deleteAll([this.named(change.id)]);
  }

  private named(id: string): { readonly namespaceKey: string; readonly id: string } {
    return { namespaceKey: this.namespaceKey, id };
  }

  /** A row as it is to be. */
  private changed<Row extends object, Fields extends object>(row: Row, to: Fields): Row & Fields {
    return { ...row, ...to, updatedAt: this.clock.now() };
  }
}
