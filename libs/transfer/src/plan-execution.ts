import {
  type ConstraintChange,
  type DistributionChange,
  type FieldChange,
  type FlagChange,
  type ImportChange,
  type ImportPlan,
  type NamespaceChange,
  type NamespaceState,
  type RolloutChange,
  type RuleChange,
  type SegmentChange,
  type VariantChange,
} from '@pennon/document';
import { type Clock } from '@pennon/domain';
import { type Stores } from '@pennon/storage';
import { NewRows } from './new-rows';
import { PendingRows } from './pending-rows';
import { VariantIds } from './variant-ids';

/** How many changes lie between two words about the progress. */
const BETWEEN_WORDS = 100;

/** Carries out the plan of an import in the transaction that the stores are bound to. */
export class PlanExecution {
  private readonly pending: PendingRows;
  private readonly variantIds: VariantIds;
  private readonly newRows: NewRows;
  private readonly namespaceKey: string;

  /** @param state What the plan was made for; undefined for a namespace that there is not. */
  constructor(
    private readonly stores: Stores,
    private readonly plan: ImportPlan,
    state: NamespaceState | undefined,
    private readonly clock: Clock,
  ) {
    this.namespaceKey = plan.namespaceKey;
    this.pending = new PendingRows(stores, plan.namespaceKey);
    this.variantIds = new VariantIds(state?.variants ?? []);
    this.newRows = new NewRows(this.namespaceKey, clock, this.pending, this.variantIds);
  }

  /** @throws InvalidArgumentError if something names a variant that there is not. */
  async run(onProgress: (done: number, all: number) => void): Promise<void> {
    const { changes } = this.plan;
    for (const [index, change] of changes.entries()) {
      if (index > 0 && index % BETWEEN_WORDS === 0) onProgress(index, changes.length);
      await this.carryOut(change);
      await this.pending.writeIfMany();
    }
    await this.pending.write();
    onProgress(changes.length, changes.length);
  }

  private carryOut(change: ImportChange): Promise<void> {
    switch (change.kind) {
      case 'namespace':
        return this.changeNamespace(change);
      case 'segment':
        return this.changeSegment(change);
      case 'constraint':
        return this.changeConstraint(change);
      case 'flag':
        return this.changeFlag(change);
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

  private async changeSegment(change: SegmentChange): Promise<void> {
    const { segments } = this.stores;
    if (change.action === 'create') this.newRows.addSegment(change.segment);
    else if (change.action === 'update') {
      await segments.update(this.namespaceKey, change.key, change.to, this.clock.now());
    } else this.pending.delete('segments', change.key);
  }

  private async changeConstraint(change: ConstraintChange): Promise<void> {
    const { constraints } = this.stores;
    if (change.action === 'create') this.newRows.addConstraint(change.segmentKey, change.constraint);
    else if (change.action === 'update') {
      await constraints.update(change.id, change.to, this.clock.now());
    } else await constraints.delete(this.namespaceKey, change.segmentKey, change.id);
  }

  private async changeFlag(change: FlagChange): Promise<void> {
    const { flags } = this.stores;
    if (change.action === 'create') this.newRows.addFlag(change.flag);
    else if (change.action === 'update') {
      const { defaultVariantKey, ...fields } = change.to;
      const defaultVariantId =
        defaultVariantKey === undefined ? undefined : this.variantIds.of(change.key, defaultVariantKey);
      await flags.update(this.namespaceKey, change.key, { ...fields, defaultVariantId }, this.clock.now());
    } else {
      this.pending.delete('flags', change.key);
      this.variantIds.deleteFlag(change.key);
    }
  }

  private async changeVariant(change: VariantChange): Promise<void> {
    const { variants } = this.stores;
    if (change.action === 'create') this.newRows.addVariant(change.flagKey, change.variant);
    else if (change.action === 'update') {
      await variants.update(change.id, change.to, this.clock.now());
    } else await variants.delete(this.namespaceKey, change.flagKey, change.id);
  }

  private async changeRule(change: RuleChange): Promise<void> {
    const { namespaceKey } = this;
    const { rules } = this.stores;
    if (change.action === 'create') this.newRows.addRule(change.flagKey, change.rank, change.rule);
    else if (change.action === 'update') {
      const { id, to, fields } = change;
      // It may look at a segment that is created.
      await this.pending.write();
      const now = this.clock.now();
      if (isAnotherChanged('rank', fields)) await rules.update({ namespaceKey, id }, to, now);
      if (isChanged('rank', fields)) await rules.rerank(new Map([[id, to.rank]]), now);
    } else await rules.delete(namespaceKey, change.flagKey, change.id);
  }

  private async changeDistribution(change: DistributionChange): Promise<void> {
    const { distributions } = this.stores;
    const { flagKey, ruleId } = change;
    if (change.action === 'create') this.newRows.addDistribution(flagKey, ruleId, change.distribution);
    else if (change.action === 'update') {
      const { variantKey, rolloutPercent } = change.to;
      const variantId = this.variantIds.of(flagKey, variantKey);
      // The variant may be one that is created.
      await this.pending.write();
      await distributions.update(change.id, { variantId, rolloutPercent }, this.clock.now());
    } else await distributions.delete(this.namespaceKey, ruleId, change.variantId, change.id);
  }

  private async changeRollout(change: RolloutChange): Promise<void> {
    const { namespaceKey } = this;
    const { rollouts } = this.stores;
    if (change.action === 'create') this.newRows.addRollout(change.flagKey, change.rank, change.rollout);
    else if (change.action === 'update') {
      const { id, to, fields } = change;
      // It may look at a segment that is created.
      await this.pending.write();
      const now = this.clock.now();
      if (isAnotherChanged('rank', fields)) {
        await rollouts.update({ namespaceKey, id }, to.description, to.step, now);
      }
      if (isChanged('rank', fields)) await rollouts.rerank(new Map([[id, to.rank]]), now);
    } else await rollouts.delete(namespaceKey, change.flagKey, change.id);
  }
}

function isChanged(name: string, fields: readonly FieldChange[]): boolean {
  return fields.some(({ field }) => field === name);
}

function isAnotherChanged(name: string, fields: readonly FieldChange[]): boolean {
  return fields.some(({ field }) => field !== name);
}
