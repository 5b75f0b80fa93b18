import { EnumWords, fliptEvaluation, timestampOf } from '@pennon/proto';
import { type ComparisonType, type FlagType, type MatchType, type SegmentOperator } from '@pennon/domain';
import {
  type ConstraintDocument,
  type DistributionDocument,
  type FlagDocument,
  type RolloutDocument,
  type RuleDocument,
  type SegmentDocument,
  type SnapshotDocument,
  type VariantDocument,
} from '@pennon/snapshot';
import { type ClientCapabilities } from './client-version';

const {
  EvaluationConstraintComparisonType: ConstraintType,
  EvaluationFlagType,
  EvaluationRolloutType,
  EvaluationSegmentMatchType,
  EvaluationSegmentOperator,
} = fliptEvaluation;

const flagTypeWords = new EnumWords<FlagType, fliptEvaluation.EvaluationFlagType>({
  variant: EvaluationFlagType.VARIANT_FLAG_TYPE,
  boolean: EvaluationFlagType.BOOLEAN_FLAG_TYPE,
});

const matchTypeWords = new EnumWords<MatchType, fliptEvaluation.EvaluationSegmentMatchType>({
  all: EvaluationSegmentMatchType.ALL_SEGMENT_MATCH_TYPE,
  any: EvaluationSegmentMatchType.ANY_SEGMENT_MATCH_TYPE,
});

const segmentOperatorWords = new EnumWords<SegmentOperator, fliptEvaluation.EvaluationSegmentOperator>({
  or: EvaluationSegmentOperator.OR_SEGMENT_OPERATOR,
  and: EvaluationSegmentOperator.AND_SEGMENT_OPERATOR,
});

const constraintTypeWords = new EnumWords<ComparisonType, fliptEvaluation.EvaluationConstraintComparisonType>(
  {
    string: ConstraintType.STRING_CONSTRAINT_COMPARISON_TYPE,
    number: ConstraintType.NUMBER_CONSTRAINT_COMPARISON_TYPE,
    boolean: ConstraintType.BOOLEAN_CONSTRAINT_COMPARISON_TYPE,
    datetime: ConstraintType.DATETIME_CONSTRAINT_COMPARISON_TYPE,
    entityId: ConstraintType.ENTITY_ID_CONSTRAINT_COMPARISON_TYPE,
  },
);

/** What the steps of a namespace refer to, presented once and shared. */
interface Shared {
  readonly segments: ReadonlyMap<string, fliptEvaluation.EvaluationSegment>;
  readonly variants: ReadonlyMap<string, VariantDocument>;
}

/**
 * The snapshot that clients evaluate on their own side.
 *
 * Every flag, disabled ones too, in creation order. Linear in the size of the document.
 *
 * @param document undefined for a namespace that does not exist, whose snapshot has no flags.
 * @param namespaceKey As the client has asked for it; clients compare it.
 */
export function presentClientSnapshot(
  document: SnapshotDocument | undefined,
  namespaceKey: string,
  capabilities: ClientCapabilities,
): fliptEvaluation.EvaluationNamespaceSnapshot {
  return {
    $typeName: 'flipt.evaluation.EvaluationNamespaceSnapshot',
    namespace: { $typeName: 'flipt.evaluation.EvaluationNamespace', key: namespaceKey },
    flags: document?.flags.map(flagPresenter(document, capabilities)) ?? [],
  };
}

/**
 * Presents the flags of a document, one at a time.
 *
 * Rules and rollouts are in the order of their ranks, which is the only order that clients go by; each rule and each
 * distribution is there once, however many segments the rule has.
 */
export function flagPresenter(
  { flags, segments }: SnapshotDocument,
  { knowsEntityId, knowsDefaultVariant }: ClientCapabilities,
): (flag: FlagDocument) => fliptEvaluation.EvaluationFlag {
  const shared: Shared = {
    segments: new Map(segments.map((segment) => [segment.key, presentSegment(segment, knowsEntityId)])),
    variants: new Map(flags.flatMap(({ variants }) => variants.map((variant) => [variant.id, variant]))),
  };
  return (flag) => presentFlag(flag, shared, knowsDefaultVariant);
}

function presentFlag(
  flag: FlagDocument,
  shared: Shared,
  knowsDefaultVariant: boolean,
): fliptEvaluation.EvaluationFlag {
  const defaultVariant = knowsDefaultVariant ? defaultVariantOf(flag, shared) : undefined;
  return {
    $typeName: 'flipt.evaluation.EvaluationFlag',
    key: flag.key,
    name: flag.name,
    description: flag.description,
    enabled: flag.isEnabled,
    type: flagTypeWords.toWire(flag.type),
    createdAt: timestampOf(flag.createdAt),
    updatedAt: timestampOf(flag.updatedAt),
    rules: flag.type === 'variant' ? flag.rules.map((rule) => presentRule(rule, shared)) : [],
    rollouts: flag.type === 'boolean' ? flag.rollouts.map((rollout) => presentRollout(rollout, shared)) : [],
    ...(defaultVariant && { defaultVariant: presentVariant(defaultVariant) }),
  };
}

function defaultVariantOf(flag: FlagDocument, { variants }: Shared): VariantDocument | undefined {
  if (flag.type !== 'variant' || flag.defaultVariantId === undefined) return undefined;
  return variants.get(flag.defaultVariantId);
}

function presentVariant({ id, key, attachment }: VariantDocument): fliptEvaluation.EvaluationVariant {
  return { $typeName: 'flipt.evaluation.EvaluationVariant', id, key, attachment };
}

function presentRule(rule: RuleDocument, shared: Shared): fliptEvaluation.EvaluationRule {
  return {
    $typeName: 'flipt.evaluation.EvaluationRule',
    id: rule.id,
    segments: segmentsOf(rule.segmentKeys, shared),
    rank: rule.rank,
    segmentOperator: segmentOperatorWords.toWire(rule.segmentOperator),
    distributions: rule.distributions.flatMap((distribution) => presentDistribution(distribution, shared)),
  };
}

/** Its own id and that of its rule are not sent; no client looks at them. */
function presentDistribution(
  { variantId, rolloutPercent }: DistributionDocument,
  { variants }: Shared,
): fliptEvaluation.EvaluationDistribution[] {
  const variant = variants.get(variantId);
  if (variant === undefined) return [];
  return [
    {
      $typeName: 'flipt.evaluation.EvaluationDistribution',
      id: '',
      ruleId: '',
      variantId,
      variantKey: variant.key,
      variantAttachment: variant.attachment,
      rollout: rolloutPercent,
    },
  ];
}

function presentRollout({ rank, step }: RolloutDocument, shared: Shared): fliptEvaluation.EvaluationRollout {
  if (step.type === 'threshold') {
    return {
      $typeName: 'flipt.evaluation.EvaluationRollout',
      type: EvaluationRolloutType.THRESHOLD_ROLLOUT_TYPE,
      rank,
      rule: {
        case: 'threshold',
        value: {
          $typeName: 'flipt.evaluation.EvaluationRolloutThreshold',
          percentage: step.percent,
          value: step.value,
        },
      },
    };
  }
  return {
    $typeName: 'flipt.evaluation.EvaluationRollout',
    type: EvaluationRolloutType.SEGMENT_ROLLOUT_TYPE,
    rank,
    rule: {
      case: 'segment',
      value: {
        $typeName: 'flipt.evaluation.EvaluationRolloutSegment',
        value: step.value,
        segmentOperator: segmentOperatorWords.toWire(step.segmentOperator),
        segments: segmentsOf(step.segmentKeys, shared),
      },
    },
  };
}

function segmentsOf(keys: readonly string[], { segments }: Shared): fliptEvaluation.EvaluationSegment[] {
  return keys.flatMap((key) => segments.get(key) ?? []);
}

/** Name, description and times are not sent; no client looks at them. */
function presentSegment(
  { key, matchType, constraints }: SegmentDocument,
  knowsEntityId: boolean,
): fliptEvaluation.EvaluationSegment {
  return {
    $typeName: 'flipt.evaluation.EvaluationSegment',
    key,
    name: '',
    description: '',
    matchType: matchTypeWords.toWire(matchType),
    constraints: constraints.map((constraint) => presentConstraint(constraint, knowsEntityId)),
  };
}

function presentConstraint(
  { id, type, property, operator, value }: ConstraintDocument,
  knowsEntityId: boolean,
): fliptEvaluation.EvaluationConstraint {
  return {
    $typeName: 'flipt.evaluation.EvaluationConstraint',
    id,
    type:
      type === 'entityId' && !knowsEntityId
        ? ConstraintType.UNKNOWN_CONSTRAINT_COMPARISON_TYPE
        : constraintTypeWords.toWire(type),
    property,
    operator,
    value,
  };
}
