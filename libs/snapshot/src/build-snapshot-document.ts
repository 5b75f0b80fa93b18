import {
  compactJsonText,
  groupBy,
  type Constraint,
  type Distribution,
  type Flag,
  type Rollout,
  type Rule,
  type Segment,
  type Variant,
} from '@pennon/domain';
import { type NamespaceRows } from './namespace-rows';
import {
  SNAPSHOT_FORMAT_VERSION,
  type ConstraintDocument,
  type DistributionDocument,
  type FlagDocument,
  type RolloutDocument,
  type RuleDocument,
  type SegmentDocument,
  type SnapshotDocument,
  type VariantDocument,
} from './snapshot-document';

/** The rows a flag is assembled from, each list under the key of what it belongs to. */
interface FlagParts {
  readonly variantsByFlag: ReadonlyMap<string, readonly Variant[]>;
  readonly rulesByFlag: ReadonlyMap<string, readonly Rule[]>;
  readonly rolloutsByFlag: ReadonlyMap<string, readonly Rollout[]>;
  readonly distributionsByRule: ReadonlyMap<string, readonly Distribution[]>;
  readonly variantIds: ReadonlySet<string>;
  readonly segmentKeys: ReadonlySet<string>;
}

/**
 * Assembles the rows of a namespace into its document; the same rows give an equal document.
 *
 * What dangles is left out: a rule or segment rollout loses the segments that are gone and disappears with the last
 * of them, a distribution disappears with its variant. Linear in the number of rows but for sorting the segments;
 * never throws. Source: design.md 2, contract/evaluation.md 4.1.
 */
export function buildSnapshotDocument(rows: NamespaceRows): SnapshotDocument {
  const parts: FlagParts = {
    variantsByFlag: groupBy(rows.variants, ({ flagKey }) => flagKey),
    rulesByFlag: groupBy(rows.rules, ({ flagKey }) => flagKey),
    rolloutsByFlag: groupBy(rows.rollouts, ({ flagKey }) => flagKey),
    distributionsByRule: groupBy(rows.distributions, ({ ruleId }) => ruleId),
    variantIds: new Set(rows.variants.map(({ id }) => id)),
    segmentKeys: new Set(rows.segments.map(({ key }) => key)),
  };
  return {
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey: rows.namespace.key,
    revision: rows.namespace.revision,
    segments: buildSegments(rows.segments, rows.constraints),
    flags: rows.flags.map((flag) => buildFlag(flag, parts)),
  };
}

function buildSegments(
  segments: readonly Segment[],
  constraints: readonly Constraint[],
): readonly SegmentDocument[] {
  const constraintsBySegment = groupBy(constraints, ({ segmentKey }) => segmentKey);
  // Compared by code units: a locale would sort differently on another host.
  return segments
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ key, matchType }) => ({
      key,
      matchType,
      constraints: (constraintsBySegment.get(key) ?? []).map(buildConstraint),
    }));
}

function buildConstraint({ id, type, property, operator, value }: Constraint): ConstraintDocument {
  return { id, type, property, operator, value };
}

function buildFlag(flag: Flag, parts: FlagParts): FlagDocument {
  const { key, name, description, isEnabled, createdAt, updatedAt, defaultVariantId } = flag;
  const variants = (parts.variantsByFlag.get(key) ?? []).map(buildVariant);
  const contents = { key, name, description, isEnabled, createdAt, updatedAt, variants };
  if (flag.type === 'boolean') {
    const rollouts = parts.rolloutsByFlag.get(key) ?? [];
    return {
      type: 'boolean',
      ...contents,
      rollouts: rollouts.flatMap((rollout) => buildRollout(rollout, parts)),
    };
  }
  const rules = parts.rulesByFlag.get(key) ?? [];
  const defaultVariant = variants.find(({ id }) => id === defaultVariantId);
  return {
    type: 'variant',
    ...contents,
    ...(defaultVariant && { defaultVariantId: defaultVariant.id }),
    rules: rules.flatMap((rule) => buildRule(rule, parts)),
  };
}

function buildVariant({ id, key, attachment }: Variant): VariantDocument {
  return { id, key, attachment: compactJsonText(attachment) };
}

/** One rule, or none when all its segments are gone. */
function buildRule(rule: Rule, { segmentKeys, variantIds, distributionsByRule }: FlagParts): RuleDocument[] {
  const known = rule.segmentKeys.filter((key) => segmentKeys.has(key));
  if (known.length === 0) return [];
  const { id, rank, segmentOperator } = rule;
  const distributions = (distributionsByRule.get(id) ?? [])
    .filter(({ variantId }) => variantIds.has(variantId))
    .map(buildDistribution);
  return [{ id, rank, segmentKeys: known, segmentOperator, distributions }];
}

function buildDistribution({ id, variantId, rolloutPercent }: Distribution): DistributionDocument {
  return { id, variantId, rolloutPercent };
}

/** One rollout, or none when it looks at segments and all of them are gone. */
function buildRollout({ id, rank, step }: Rollout, { segmentKeys }: FlagParts): RolloutDocument[] {
  if (step.type === 'threshold') {
    return [{ id, rank, step: { type: 'threshold', percent: step.percent, value: step.value } }];
  }
  const known = step.segmentKeys.filter((key) => segmentKeys.has(key));
  if (known.length === 0) return [];
  const { segmentOperator, value } = step;
  return [{ id, rank, step: { type: 'segment', segmentKeys: known, segmentOperator, value } }];
}
