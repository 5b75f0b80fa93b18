import type { JsonObject, Rollout, Rule, Segment } from '@pennon/domain';
import {
  changedParts,
  partOf,
  type ConstraintState,
  type DistributionState,
  type FlagState,
  type RolloutState,
  type RuleState,
  type SegmentState,
  type VariantState,
  type PartTable,
} from '@pennon/state';

/** What an import does with what is there. */
export interface ImportMode {
  /** `update`: it becomes what the document says; `skip`: flags and segments that exist are left as they are. */
  readonly existing: 'update' | 'skip';
  /** True to delete the flags, variants and segments that the document lacks. */
  readonly prune: boolean;
  /**
   * Flags and segments that are deleted; those of the document are complete then: variants that a flag lacks there are
   * deleted, too. Undefined for an import. What is not there is passed over.
   */
  readonly deletions?: Deletions | undefined;
}

/** Flags and segments by their keys. */
export interface Deletions {
  readonly flags: readonly string[];
  readonly segments: readonly string[];
}

/** One change of one noun. What is created brings along what belongs to it. */
export type ImportChange =
  | NamespaceChange
  | SegmentChange
  | ConstraintChange
  | FlagChange
  | VariantChange
  | RuleChange
  | DistributionChange
  | RolloutChange;

/** One field that an update changes, as people read it: JSON, or `none`. */
export interface FieldChange {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/** What all updates have. */
interface Update<T> {
  readonly action: 'update';
  /** At least one. */
  readonly fields: readonly FieldChange[];
  /** Every field that can change, as it is to be. */
  readonly to: T;
}

/** Namespaces are never deleted by an import. */
export type NamespaceChange = { readonly kind: 'namespace'; readonly key: string } & (
  | { readonly action: 'create'; readonly name: string; readonly description: string }
  | Update<{ readonly name: string; readonly description: string }>
);

export type SegmentChange = { readonly kind: 'segment'; readonly key: string } & (
  | { readonly action: 'create'; readonly segment: SegmentState }
  | Update<Pick<Segment, 'name' | 'description' | 'matchType'>>
  | { readonly action: 'delete' }
);

export type ConstraintChange = { readonly kind: 'constraint'; readonly segmentKey: string } & (
  | { readonly action: 'create'; readonly constraint: ConstraintState }
  | (Update<ConstraintState> & { readonly id: string })
  | { readonly action: 'delete'; readonly id: string; readonly constraint: ConstraintState }
);

export type FlagChange = { readonly kind: 'flag'; readonly key: string } & (
  | { readonly action: 'create'; readonly flag: FlagState }
  | Update<FlagFields>
  | { readonly action: 'delete' }
);

/** What an update can change of a flag. */
export interface FlagFields extends Pick<
  FlagState,
  'name' | 'description' | 'isEnabled' | 'defaultVariantKey'
> {
  /** Empty for none. */
  readonly metadata: JsonObject;
}

export type VariantChange = { readonly kind: 'variant'; readonly flagKey: string; readonly key: string } & (
  | { readonly action: 'create'; readonly variant: VariantState }
  | (Update<VariantState> & { readonly id: string })
  | { readonly action: 'delete'; readonly id: string }
);

export type RuleChange = { readonly kind: 'rule'; readonly flagKey: string } & (
  | { readonly action: 'create'; readonly rank: number; readonly rule: RuleState }
  | (Update<Pick<Rule, 'rank' | 'segmentKeys' | 'segmentOperator'>> & { readonly id: string })
  | { readonly action: 'delete'; readonly id: string; readonly rank: number }
);

export type DistributionChange = {
  readonly kind: 'distribution';
  readonly flagKey: string;
  readonly ruleId: string;
  /** Rank that the rule is to have. */
  readonly ruleRank: number;
} & (
  | { readonly action: 'create'; readonly distribution: DistributionState }
  | (Update<DistributionState> & { readonly id: string })
  | {
      readonly action: 'delete';
      readonly id: string;
      readonly variantId: string;
      /** `''` when the variant is not one of the flag's. */
      readonly variantKey: string;
    }
);

export type RolloutChange = { readonly kind: 'rollout'; readonly flagKey: string } & (
  | { readonly action: 'create'; readonly rank: number; readonly rollout: RolloutState }
  | (Update<Pick<Rollout, 'rank' | 'description' | 'step'>> & { readonly id: string })
  | { readonly action: 'delete'; readonly id: string; readonly rank: number }
);

/**
 * What an update changes, as people read it, in the order of the table: values in which two states differ. Items are
 * nouns of their own, and what is fixed no update can change.
 */
export function fieldChanges<S>(table: PartTable<S>, from: S, to: S): readonly FieldChange[] {
  return changedParts(table, from, to)
    .filter((name) => table[name].shape === 'value' && table[name].isFixed !== true)
    .map((name) => ({
      field: name,
      from: table[name].words(partOf(table, from, name)),
      to: table[name].words(partOf(table, to, name)),
    }));
}

/** The change of a rank, which no state has: a state has the order. */
export function rankChanges(from: number, to: number): readonly FieldChange[] {
  return from === to ? [] : [{ field: 'rank', from: `${from}`, to: `${to}` }];
}

/** One line of a difference that people read. */
export interface PlanLine {
  readonly sign: '+' | '~' | '-';
  /** 0 for a change, 1 for a field that it changes. */
  readonly depth: 0 | 1;
  readonly text: string;
}

/** How many nouns a plan creates, updates and deletes; what belongs to a noun that is created is not counted. */
export interface PlanSummary {
  readonly create: number;
  readonly update: number;
  readonly delete: number;
}

/** True if a plan has nothing to do. */
export function isEmptySummary({ create, update, delete: deletions }: PlanSummary): boolean {
  return create + update + deletions === 0;
}

const signs = { create: '+', update: '~', delete: '-' } as const;

/** The lines of a change: nothing is shortened or coloured. */
export function* describeChange(change: ImportChange): Generator<PlanLine> {
  yield { sign: signs[change.action], depth: 0, text: subjectOf(change) };
  if (change.action !== 'update') return;
  for (const { field, from, to } of change.fields) {
    yield { sign: '~', depth: 1, text: `${field}: ${from} → ${to}` };
  }
}

/** What a change is about, from the outside in. */
function subjectOf(change: ImportChange): string {
  switch (change.kind) {
    case 'namespace':
      return `namespace ${change.key}`;
    case 'segment':
      return `segment ${change.key}`;
    case 'flag':
      return `flag ${change.key}`;
    case 'variant':
      return `flag ${change.flagKey}, variant ${change.key}`;
    case 'constraint': {
      const { property, operator, value } = change.action === 'update' ? change.to : change.constraint;
      return `segment ${change.segmentKey}, constraint ${[property, operator, value].join(' ').trimEnd()}`;
    }
    case 'rule':
      return `flag ${change.flagKey}, rule ${change.action === 'update' ? change.to.rank : change.rank}`;
    case 'rollout':
      return `flag ${change.flagKey}, rollout ${change.action === 'update' ? change.to.rank : change.rank}`;
    case 'distribution':
      return `flag ${change.flagKey}, rule ${change.ruleRank}, distribution ${shareOf(change)}`;
  }
}

function shareOf(change: DistributionChange): string {
  switch (change.action) {
    case 'create':
      return `${change.distribution.variantKey} ${change.distribution.rolloutPercent} %`;
    case 'update':
      return change.to.variantKey;
    case 'delete':
      return change.variantKey;
  }
}
