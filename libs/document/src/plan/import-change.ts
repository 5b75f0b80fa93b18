import {
  changedParts,
  partOf,
  type ConstraintState,
  type DistributionState,
  type FlagDifference,
  type NamespaceState,
  type PartTable,
  type SegmentDifference,
  type StoredFlag,
  type StoredSegment,
} from '@pennon/state';
import { partWord } from '../part-words';

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

/**
 * What a part of an import makes of one flag or segment, or of the namespace itself. What is deleted need not have been
 * read.
 */
export type Planned =
  | { readonly kind: 'namespace'; readonly change: NamespaceChange }
  | PlannedSubject<'flag', StoredFlag, FlagDifference>
  | PlannedSubject<'segment', StoredSegment, SegmentDifference>;

/** A flag or segment that is to be deleted, or to be what it is not yet. */
type PlannedSubject<Kind, Stored, Difference> = { readonly kind: Kind; readonly key: string } & (
  | { readonly isDeleted: true }
  | {
      readonly isDeleted: false;
      /** Undefined for one that is not there. */
      readonly before: Stored | undefined;
      readonly after: Stored;
      /** The rows between the two. */
      readonly difference: Difference;
    }
);

/** One change of one noun, as people are told of it. What is created brings along what belongs to it. */
export type ImportChange =
  | NamespaceChange
  | NamespaceDeletion
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

/** What an update does. */
interface Update {
  readonly action: 'update';
  /** At least one. */
  readonly fields: readonly FieldChange[];
}

/** What is done. */
type Deed = { readonly action: 'create' | 'delete' } | Update;

/** What is done to a thing without a key: what is there has an id. */
type DeedById =
  | { readonly action: 'create' }
  | ({ readonly id: string } & ({ readonly action: 'delete' } | Update));

/** Namespaces are never deleted by an import. `to` is what it is to be. */
export type NamespaceChange = {
  readonly kind: 'namespace';
  readonly key: string;
  readonly to: NamespaceState;
} & ({ readonly action: 'create' } | Update);

/** The end of a namespace, which nobody plans: it is told of it afterwards. */
export interface NamespaceDeletion {
  readonly kind: 'namespace';
  readonly key: string;
  readonly action: 'delete';
}

export type SegmentChange = { readonly kind: 'segment'; readonly key: string } & Deed;

export type FlagChange = { readonly kind: 'flag'; readonly key: string } & Deed;

export type VariantChange = {
  readonly kind: 'variant';
  readonly flagKey: string;
  readonly key: string;
} & DeedById;

export type ConstraintChange = {
  readonly kind: 'constraint';
  readonly segmentKey: string;
  /** As it is to be, or of one that is deleted, as it was. */
  readonly constraint: Pick<ConstraintState, 'property' | 'operator' | 'value'>;
} & DeedById;

export type RuleChange = {
  readonly kind: 'rule';
  readonly flagKey: string;
  /** That it is to have, or, of one that is deleted, that it had. */
  readonly rank: number;
} & DeedById;

export type RolloutChange = {
  readonly kind: 'rollout';
  readonly flagKey: string;
  readonly rank: number;
} & DeedById;

export type DistributionChange = {
  readonly kind: 'distribution';
  readonly flagKey: string;
  readonly ruleId: string;
  /** Rank that the rule is to have. */
  readonly ruleRank: number;
  /** As it is to be; `''` is the key of a variant that is not one of the flag's. */
  readonly distribution: DistributionState;
} & DeedById;

/**
 * What an update changes, as people read it, in the order of the table: values in which two states differ. Items are
 * nouns of their own, and what is fixed no update can change.
 */
export function fieldChanges<S>(table: PartTable<S>, from: S, to: S): readonly FieldChange[] {
  return changedParts(table, from, to)
    .filter((name) => table[name].shape === 'value' && table[name].isFixed !== true)
    .map((name) => ({
      field: partWord(name),
      from: table[name].words(partOf(table, from, name)),
      to: table[name].words(partOf(table, to, name)),
    }));
}

/** The change of a rank, which no state has: a state has the order. */
export function rankChanges(from: number, to: number): readonly FieldChange[] {
  return from === to ? [] : [{ field: 'rank', from: `${from}`, to: `${to}` }];
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
