import {
  compactJsonText,
  type Constraint,
  type Distribution,
  type Flag,
  groupBy,
  type JsonObject,
  type Namespace,
  type NamespaceContents,
  type Rollout,
  type Rule,
  type Variant,
} from '@pennon/domain';
import {
  type ConstraintDocument,
  type DistributionDocument,
  type FlagDocument,
  type FlagMetadata,
  type RolloutDocument,
  type RuleDocument,
  type SegmentDocument,
  SNAPSHOT_FORMAT_VERSION,
  type SnapshotDocument,
  type SnapshotState,
  type VariantDocument,
} from './snapshot-document';

/**
 * Rows of one namespace, read at one revision: one list per table, nothing joined.
 *
 * Flags, variants, constraints and distributions come in creation order, rules and rollouts by rank; segments in
 * any order.
 */
export interface NamespaceRows extends NamespaceContents {
  readonly namespace: Pick<Namespace, 'key'> & SnapshotState;
}

/** Tells which segments and variants of the namespace there are. What refers to another is left out. */
export interface KnownParts {
  readonly isSegment: (key: string) => boolean;
  readonly isVariant: (id: string) => boolean;
}

/** What places a flag among others. */
type FlagMoment = Pick<Flag, 'key' | 'createdAt'>;

/** The rows a flag is assembled from, each list under the key of what it belongs to. */
interface FlagParts extends KnownParts {
  readonly variantsByFlag: ReadonlyMap<string, readonly Variant[]>;
  readonly rulesByFlag: ReadonlyMap<string, readonly Rule[]>;
  readonly rolloutsByFlag: ReadonlyMap<string, readonly Rollout[]>;
  readonly distributionsByRule: ReadonlyMap<string, readonly Distribution[]>;
}

/** The flags of the rows, each with all that belongs to it, in the order of the rows. */
export function buildFlags(rows: NamespaceRows, known: KnownParts): readonly FlagDocument[] {
  const parts: FlagParts = {
    ...known,
    variantsByFlag: groupBy(rows.variants, ({ flagKey }) => flagKey),
    rulesByFlag: groupBy(rows.rules, ({ flagKey }) => flagKey),
    rolloutsByFlag: groupBy(rows.rollouts, ({ flagKey }) => flagKey),
    distributionsByRule: groupBy(rows.distributions, ({ ruleId }) => ruleId),
  };
  return rows.flags.map((flag) => buildFlag(flag, parts));
}

/** Creation order of flags: where the moment is the same, the code units of their keys decide. */
export function compareFlags(left: FlagMoment, right: FlagMoment): number {
  return left.createdAt - right.createdAt || (left.key < right.key ? -1 : 1);
}

/** A flag that is off is not enabled, and nothing of it is asked. */
function buildFlag(flag: Flag, parts: FlagParts): FlagDocument {
  const { key, name, description, off, createdAt, updatedAt, defaultVariantId } = flag;
  const variants = (parts.variantsByFlag.get(key) ?? []).map(buildVariant);
  const metadata = plainMembersOf(flag.metadata);
  const contents = {
    key,
    name,
    description,
    isEnabled: flag.isEnabled && off === undefined,
    ...(off && { isOff: true as const }),
    createdAt,
    updatedAt,
    ...(metadata && { metadata }),
    variants,
  };
  if (flag.type === 'boolean') {
    const rollouts = off === undefined ? (parts.rolloutsByFlag.get(key) ?? []) : [];
    return {
      type: 'boolean',
      ...contents,
      rollouts: rollouts.flatMap((rollout) => buildRollout(rollout, parts)),
    };
  }
  const rules = off === undefined ? (parts.rulesByFlag.get(key) ?? []) : [];
  const defaultVariant = variants.find(({ id }) => id === defaultVariantId);
  return {
    type: 'variant',
    ...contents,
    ...(defaultVariant && { defaultVariantId: defaultVariant.id }),
    rules: rules.flatMap((rule) => buildRule(rule, parts)),
  };
}

/** The members that are text, numbers or booleans; undefined when there are none. */
function plainMembersOf(metadata: JsonObject = {}): FlagMetadata | undefined {
  const plain = Object.entries(metadata).filter(([, value]) => value !== null && typeof value !== 'object');
  return plain.length === 0 ? undefined : (Object.fromEntries(plain) as FlagMetadata);
}

function buildVariant({ id, key, attachment }: Variant): VariantDocument {
  return { id, key, attachment: compactJsonText(attachment) };
}

/** One rule, or none when all its segments are gone. */
function buildRule(rule: Rule, { isSegment, isVariant, distributionsByRule }: FlagParts): RuleDocument[] {
  const known = rule.segmentKeys.filter(isSegment);
  if (known.length === 0) return [];
  const { id, rank, segmentOperator } = rule;
  const distributions = (distributionsByRule.get(id) ?? [])
    .filter(({ variantId }) => isVariant(variantId))
    .map(buildDistribution);
  return [{ id, rank, segmentKeys: known, segmentOperator, distributions }];
}

function buildDistribution({ id, variantId, rolloutPercent }: Distribution): DistributionDocument {
  return { id, variantId, rolloutPercent };
}

/** One rollout, or none when it looks at segments and all of them are gone. */
function buildRollout({ id, rank, step }: Rollout, { isSegment }: FlagParts): RolloutDocument[] {
  if (step.type === 'threshold') {
    return [{ id, rank, step: { type: 'threshold', percent: step.percent, value: step.value } }];
  }
  const known = step.segmentKeys.filter(isSegment);
  if (known.length === 0) return [];
  const { segmentOperator, value } = step;
  return [{ id, rank, step: { type: 'segment', segmentKeys: known, segmentOperator, value } }];
}

/** The segments of the rows, each with its constraints, in the order a document has them. */
export function buildSegments({
  segments,
  constraints,
}: Pick<NamespaceRows, 'segments' | 'constraints'>): readonly SegmentDocument[] {
  const constraintsBySegment = groupBy(constraints, ({ segmentKey }) => segmentKey);
  return segments
    .map(({ key, matchType }) => ({
      key,
      matchType,
      constraints: (constraintsBySegment.get(key) ?? []).map(buildConstraint),
    }))
    .sort(compareSegments);
}

/** The order of a document's segments. Keys are compared by code units: a locale would sort differently elsewhere. */
export function compareSegments(left: SegmentDocument, right: SegmentDocument): number {
  return left.key < right.key ? -1 : 1;
}

function buildConstraint({ id, type, property, operator, value }: Constraint): ConstraintDocument {
  return { id, type, property, operator, value };
}

/**
 * Assembles all the rows of a namespace into its document; the same rows give an equal document.
 *
 * What dangles is left out: a rule or segment rollout loses the segments that are gone and disappears with the last
 * of them, a distribution disappears with its variant. Linear in the number of rows but for sorting the segments;
 * never throws.
 */
export function buildSnapshotDocument(rows: NamespaceRows): SnapshotDocument {
  const { key: namespaceKey, ...state } = rows.namespace;
  const segmentKeys = new Set(rows.segments.map(({ key }) => key));
  const variantIds = new Set(rows.variants.map(({ id }) => id));
  return {
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey,
    ...state,
    segments: buildSegments(rows),
    flags: buildFlags(rows, {
      isSegment: (key) => segmentKeys.has(key),
      isVariant: (id) => variantIds.has(id),
    }),
  };
}
