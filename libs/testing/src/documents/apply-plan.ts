import { type FlagFields, type ImportChange, type NamedContents } from '@pennon/document';
import { type Distribution, type Flag, type Rule } from '@pennon/domain';
import { timesAfter } from '../builders/moments';
import { type ImportPlan } from './plan-import';

/** What the rows of a namespace become by a plan: what an importer does with a database, on plain rows. */
export function applyPlan(
  { namespaceKey, changes }: ImportPlan,
  state: NamedContents | undefined,
): NamedContents {
  const rows = new Rows(namespaceKey, state);
  for (const change of changes) rows.apply(change);
  return rows.state;
}

/** Counts everything that plans create: ids differ, and the creation order is that of the times. */
let created = 0;

class Rows {
  state: NamedContents;

  constructor(
    private readonly namespaceKey: string,
    state: NamedContents | undefined,
  ) {
    const namespace = { key: namespaceKey, name: '', description: '' };
    const lists = {
      flags: [],
      variants: [],
      segments: [],
      constraints: [],
      rules: [],
      distributions: [],
      rollouts: [],
    };
    this.state = state ?? { namespace, ...lists };
  }

  apply(change: ImportChange): void {
    switch (change.kind) {
      case 'namespace': {
        const { name, description } = change.action === 'create' ? change : change.to;
        this.set({ namespace: { key: change.key, name, description } });
        return;
      }
      case 'segment':
        this.applyToSegments(change);
        return;
      case 'constraint':
        this.applyToConstraints(change);
        return;
      case 'flag':
        this.applyToFlags(change);
        return;
      case 'variant':
        this.applyToVariants(change);
        return;
      case 'rule':
        this.applyToRules(change);
        return;
      case 'distribution':
        this.applyToDistributions(change);
        return;
      case 'rollout':
        this.applyToRollouts(change);
        return;
    }
  }

  private applyToSegments(change: ImportChange & { kind: 'segment' }): void {
    const { key } = change;
    if (change.action === 'create') {
      const { constraints, ...segment } = change.segment;
      this.set({ segments: [...this.state.segments, { ...this.newRow(), ...segment }] });
      for (const constraint of constraints) {
        this.apply({ kind: 'constraint', action: 'create', segmentKey: key, constraint });
      }
    } else if (change.action === 'update') {
      this.set({ segments: replaced(this.state.segments, (row) => row.key === key, change.to) });
    } else {
      // The databases restrict it.
      if (this.isSegmentUsed(key)) throw new Error(`segment ${key} is in use`);
      this.set({
        segments: this.state.segments.filter((row) => row.key !== key),
        constraints: this.state.constraints.filter(({ segmentKey }) => segmentKey !== key),
      });
    }
  }

  private applyToConstraints(change: ImportChange & { kind: 'constraint' }): void {
    const { constraints } = this.state;
    if (change.action === 'create') {
      const { segmentKey, constraint } = change;
      this.set({ constraints: [...constraints, { ...this.newRow(), segmentKey, ...constraint }] });
    } else this.set({ constraints: changed(constraints, change) });
  }

  private applyToFlags(change: ImportChange & { kind: 'flag' }): void {
    const { key } = change;
    if (change.action === 'create') this.createFlag(change);
    else if (change.action === 'update') {
      const { defaultVariantKey, ...fields } = change.to;
      const defaultVariantId = this.variantId(key, defaultVariantKey);
      const to: Partial<Flag> = { ...fields, metadata: metadataOf(change.to), defaultVariantId };
      this.set({ flags: replaced(this.state.flags, (row) => row.key === key, to) });
    } else this.deleteFlag(key);
  }

  private createFlag({ key, flag }: ImportChange & { kind: 'flag'; action: 'create' }): void {
    const { variants, rules, rollouts, defaultVariantKey, ...fields } = flag;
    this.set({ flags: [...this.state.flags, { ...this.newRow(), ...fields, defaultVariantId: undefined }] });
    for (const variant of variants) {
      this.apply({ kind: 'variant', action: 'create', flagKey: key, key: variant.key, variant });
    }
    const defaultVariantId = this.variantId(key, defaultVariantKey);
    this.set({ flags: replaced(this.state.flags, (row) => row.key === key, { defaultVariantId }) });
    for (const [index, rule] of rules.entries()) {
      this.apply({ kind: 'rule', action: 'create', flagKey: key, rank: index + 1, rule });
    }
    for (const [index, rollout] of rollouts.entries()) {
      this.apply({ kind: 'rollout', action: 'create', flagKey: key, rank: index + 1, rollout });
    }
  }

  private deleteFlag(key: string): void {
    for (const { id } of this.state.variants.filter(({ flagKey }) => flagKey === key)) this.deleteVariant(id);
    for (const { id } of this.state.rules.filter(({ flagKey }) => flagKey === key)) this.deleteRule(id);
    this.set({
      flags: this.state.flags.filter((row) => row.key !== key),
      rollouts: this.state.rollouts.filter(({ flagKey }) => flagKey !== key),
    });
  }

  private applyToVariants(change: ImportChange & { kind: 'variant' }): void {
    const { variants } = this.state;
    if (change.action === 'create') {
      this.set({ variants: [...variants, { ...this.newRow(), flagKey: change.flagKey, ...change.variant }] });
    } else if (change.action === 'update') this.set({ variants: changed(variants, change) });
    else this.deleteVariant(change.id);
  }

  private deleteVariant(id: string): void {
    this.set({
      variants: this.state.variants.filter((row) => row.id !== id),
      distributions: this.state.distributions.filter(({ variantId }) => variantId !== id),
      flags: replaced(this.state.flags, (row) => row.defaultVariantId === id, {
        defaultVariantId: undefined,
      }),
    });
  }

  private applyToRules(change: ImportChange & { kind: 'rule' }): void {
    const { flagKey } = change;
    if (change.action === 'create') {
      const { distributions, ...selection } = change.rule;
      const row: Rule = { ...this.newRow(), flagKey, rank: change.rank, ...selection };
      this.set({ rules: byRank([...this.state.rules, row]) });
      const owner = { flagKey, ruleId: row.id, ruleRank: change.rank };
      for (const distribution of distributions) {
        this.apply({ kind: 'distribution', action: 'create', ...owner, distribution });
      }
    } else if (change.action === 'update') this.set({ rules: byRank(changed(this.state.rules, change)) });
    else this.deleteRule(change.id);
  }

  private deleteRule(id: string): void {
    this.set({
      rules: this.state.rules.filter((row) => row.id !== id),
      distributions: this.state.distributions.filter(({ ruleId }) => ruleId !== id),
    });
  }

  private applyToDistributions(change: ImportChange & { kind: 'distribution' }): void {
    const { distributions } = this.state;
    const { flagKey, ruleId } = change;
    if (change.action === 'delete') {
      this.set({ distributions: distributions.filter(({ id }) => id !== change.id) });
      return;
    }
    const { variantKey, rolloutPercent } = change.action === 'create' ? change.distribution : change.to;
    const variantId = this.variantId(flagKey, variantKey);
    if (variantId === undefined) throw new Error(`flag ${flagKey} has no variant ${variantKey}`);
    const to: Pick<Distribution, 'variantId' | 'rolloutPercent'> = { variantId, rolloutPercent };
    if (change.action === 'create') {
      this.set({ distributions: [...distributions, { ...this.newRow(), ruleId, ...to }] });
    } else this.set({ distributions: replaced(distributions, ({ id }) => id === change.id, to) });
  }

  private applyToRollouts(change: ImportChange & { kind: 'rollout' }): void {
    const { rollouts } = this.state;
    if (change.action === 'create') {
      const { flagKey, rank, rollout } = change;
      this.set({ rollouts: byRank([...rollouts, { ...this.newRow(), flagKey, rank, ...rollout }]) });
    } else this.set({ rollouts: byRank(changed(rollouts, change)) });
  }

  private isSegmentUsed(key: string): boolean {
    const steps = this.state.rollouts.map(({ step }) => step).filter((step) => step.type === 'segment');
    return [...this.state.rules, ...steps].some(({ segmentKeys }) => segmentKeys.includes(key));
  }

  private variantId(flagKey: string, key: string | undefined): string | undefined {
    return this.state.variants.find((row) => row.flagKey === flagKey && row.key === key)?.id;
  }

  private newRow(): { id: string; namespaceKey: string; createdAt: number; updatedAt: number } {
    created++;
    return { id: `new-${created}`, namespaceKey: this.namespaceKey, ...timesAfter(created) };
  }

  private set(changes: Partial<NamedContents>): void {
    this.state = { ...this.state, ...changes };
  }
}

function metadataOf({ metadata }: FlagFields): Flag['metadata'] {
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}

/** The rows after an update or deletion of one of them. */
function changed<T extends { readonly id: string }>(
  rows: readonly T[],
  change: { action: 'update'; id: string; to: Partial<T> } | { action: 'delete'; id: string },
): readonly T[] {
  if (change.action === 'delete') return rows.filter(({ id }) => id !== change.id);
  return replaced(rows, ({ id }) => id === change.id, change.to);
}

function replaced<T>(rows: readonly T[], isIt: (row: T) => boolean, to: Partial<T>): readonly T[] {
  return rows.map((row) => (isIt(row) ? { ...row, ...to } : row));
}

function byRank<T extends { readonly rank: number; readonly createdAt: number }>(
  rows: readonly T[],
): readonly T[] {
  return rows.toSorted((left, right) => left.rank - right.rank || left.createdAt - right.createdAt);
}
