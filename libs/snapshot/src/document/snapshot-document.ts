import {
  type ComparisonType,
  type Instant,
  type MatchType,
  type Revision,
  type RolloutStep,
  type SegmentSelection,
} from '@pennon/domain';

/** The shape described in this file. A reader refuses a document with another number. */
export const SNAPSHOT_FORMAT_VERSION = 2;

/** The state of a namespace that a document is of. */
export interface SnapshotState extends Revision {
  /** Features that it uses: see `Feature`. Absent when there are none. */
  readonly features?: readonly string[];
}

/**
 * Everything the evaluation tier knows about one namespace, as plain data that survives JSON.
 *
 * Complete: every segment and variant that is referred to is in it. Deterministic: the same rows give the same
 * document, so neither build time nor host appears. The revision is the one its contents belong to.
 */
export interface SnapshotDocument extends SnapshotState {
  readonly formatVersion: typeof SNAPSHOT_FORMAT_VERSION;
  readonly namespaceKey: string;
  /** By key, in the order of code units. */
  readonly segments: readonly SegmentDocument[];
  /** In creation order, which the client-side snapshot and OFREP show. */
  readonly flags: readonly FlagDocument[];
}

/** A segment with its constraints in creation order. */
export interface SegmentDocument {
  readonly key: string;
  readonly matchType: MatchType;
  readonly constraints: readonly ConstraintDocument[];
}

/** One comparison of a segment. */
export interface ConstraintDocument {
  readonly id: string;
  readonly type: ComparisonType;
  readonly property: string;
  /** As stored. A declarative source may hold operators the type does not know; those never match. */
  readonly operator: string;
  readonly value: string;
}

/** A flag of either type; disabled ones too. */
export type FlagDocument = VariantFlagDocument | BooleanFlagDocument;

/** What evaluation tells about a flag beside its answer. */
export type FlagMetadata = Readonly<Record<string, string | number | boolean>>;

interface FlagContents {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly isEnabled: boolean;
  /**
   * True while the flag is turned off; absent otherwise. For explanations alone: the flag is not enabled then and has
   * no rules and rollouts, so that everything that evaluates it obeys.
   */
  readonly isOff?: true | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The members of the flag's metadata that are text, numbers or booleans; absent when there are none. */
  readonly metadata?: FlagMetadata | undefined;
  /**
   * In creation order. Also on boolean flags, which do not answer with one: a distribution may point at a variant of
   * any flag of the namespace.
   */
  readonly variants: readonly VariantDocument[];
}

/** A flag that answers with a variant; rollouts it may have in the database take no part and are left out. */
export interface VariantFlagDocument extends FlagContents {
  readonly type: 'variant';
  /** The id of one of its variants; absent when there is no default. */
  readonly defaultVariantId?: string | undefined;
  /** By rank, ascending. */
  readonly rules: readonly RuleDocument[];
}

/** A flag that answers true or false; rules it may have in the database take no part and are left out. */
export interface BooleanFlagDocument extends FlagContents {
  readonly type: 'boolean';
  /** By rank, ascending. */
  readonly rollouts: readonly RolloutDocument[];
}

/** A named value of a flag. */
export interface VariantDocument {
  readonly id: string;
  readonly key: string;
  /** JSON text without white space between its tokens, or `''` for none. */
  readonly attachment: string;
}

/** A step of a variant flag; its segment keys, at least one, are in the order the rule lists them. */
export interface RuleDocument extends SegmentSelection {
  readonly id: string;
  readonly rank: number;
  /** In creation order, which decides the buckets. */
  readonly distributions: readonly DistributionDocument[];
}

/** The share of a rule that goes to one variant of the namespace. */
export interface DistributionDocument {
  readonly id: string;
  readonly variantId: string;
  /** Percent, 0–100, as the shortest decimal of a 32-bit float. */
  readonly rolloutPercent: number;
}

/** A step of a boolean flag; a segment step lists at least one segment. */
export interface RolloutDocument {
  readonly id: string;
  readonly rank: number;
  readonly step: RolloutStep;
}
