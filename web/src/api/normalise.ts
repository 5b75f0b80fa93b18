import {
  type ComparisonType,
  type Constraint,
  type Dated,
  type Distribution,
  type Flag,
  type FlagOff,
  type Metadata,
  type Namespace,
  type Rollout,
  type Rule,
  type Segment,
  type Variant,
} from './types';
import {
  boolOf,
  isWireObject,
  listOf,
  numberOf,
  objectOf,
  oneOf,
  textOf,
  textsOf,
  type WireObject,
} from './wire';

/** What arrives becomes what the dashboard works with, here and nowhere else. */

export function namespaceOf(wire: unknown): Namespace {
  const object = objectOf(wire);
  return { ...namedOf(object), protected: boolOf(object, 'protected'), ...datedOf(object) };
}

export function flagOf(wire: unknown): Flag {
  const object = objectOf(wire);
  const defaultVariant = object.defaultVariant;
  return {
    ...namedOf(object),
    namespaceKey: textOf(object, 'namespaceKey'),
    type: oneOf(object, 'type', ['VARIANT_FLAG_TYPE', 'BOOLEAN_FLAG_TYPE']),
    enabled: boolOf(object, 'enabled'),
    off: isWireObject(object.off) ? offOf(object.off) : undefined,
    variants: listOf(object, 'variants', variantOf),
    defaultVariant: isWireObject(defaultVariant) ? variantOf(defaultVariant) : undefined,
    metadata: objectOf(object.metadata) as Metadata,
    ...datedOf(object),
  };
}

function offOf(object: WireObject): FlagOff {
  return { by: textOf(object, 'by'), at: textOf(object, 'at'), reason: textOf(object, 'reason') };
}

function variantOf(wire: unknown): Variant {
  const object = objectOf(wire);
  return {
    id: textOf(object, 'id'),
    ...namedOf(object),
    attachment: textOf(object, 'attachment'),
    ...datedOf(object),
  };
}

export function ruleOf(wire: unknown): Rule {
  const object = objectOf(wire);
  return {
    id: textOf(object, 'id'),
    rank: numberOf(object, 'rank'),
    ...segmentChoiceOf(object),
    distributions: listOf(object, 'distributions', distributionOf),
    ...datedOf(object),
  };
}

function distributionOf(wire: unknown): Distribution {
  const object = objectOf(wire);
  return {
    id: textOf(object, 'id'),
    variantId: textOf(object, 'variantId'),
    rollout: numberOf(object, 'rollout'),
    ...datedOf(object),
  };
}

export function rolloutOf(wire: unknown): Rollout {
  const object = objectOf(wire);
  const common = {
    id: textOf(object, 'id'),
    rank: numberOf(object, 'rank'),
    description: textOf(object, 'description'),
    ...datedOf(object),
  };
  if (isWireObject(object.threshold)) {
    const { threshold } = object;
    const percentage = numberOf(objectOf(threshold), 'percentage');
    const value = boolOf(objectOf(threshold), 'value');
    return { ...common, type: 'THRESHOLD_ROLLOUT_TYPE', threshold: { percentage, value } };
  }
  const segment = objectOf(object.segment);
  return {
    ...common,
    type: 'SEGMENT_ROLLOUT_TYPE',
    segment: { ...segmentChoiceOf(segment), value: boolOf(segment, 'value') },
  };
}

export function segmentOf(wire: unknown): Segment {
  const object = objectOf(wire);
  return {
    ...namedOf(object),
    namespaceKey: textOf(object, 'namespaceKey'),
    matchType: oneOf(object, 'matchType', ['ALL_MATCH_TYPE', 'ANY_MATCH_TYPE']),
    constraints: listOf(object, 'constraints', constraintOf),
    ...datedOf(object),
  };
}

const comparisons: readonly [ComparisonType, ...ComparisonType[]] = [
  'STRING_COMPARISON_TYPE',
  'NUMBER_COMPARISON_TYPE',
  'BOOLEAN_COMPARISON_TYPE',
  'DATETIME_COMPARISON_TYPE',
  'ENTITY_ID_COMPARISON_TYPE',
];

export function constraintOf(wire: unknown): Constraint {
  const object = objectOf(wire);
  return {
    id: textOf(object, 'id'),
    type: oneOf(object, 'type', comparisons),
    property: textOf(object, 'property'),
    operator: textOf(object, 'operator').toLowerCase(),
    value: textOf(object, 'value'),
    description: textOf(object, 'description'),
    ...datedOf(object),
  };
}

/** One segment comes in `segmentKey`, several come in `segmentKeys`. */
function segmentChoiceOf(object: WireObject): Pick<Rule, 'segmentKeys' | 'segmentOperator'> {
  const one = textOf(object, 'segmentKey');
  const several = textsOf(object, 'segmentKeys');
  return {
    segmentKeys: several.length === 0 && one !== '' ? [one] : several,
    segmentOperator: oneOf(object, 'segmentOperator', ['OR_SEGMENT_OPERATOR', 'AND_SEGMENT_OPERATOR']),
  };
}

/** What all things have that people give names to. */
export function namedOf(object: WireObject): { key: string; name: string; description: string } {
  return {
    key: textOf(object, 'key'),
    name: textOf(object, 'name'),
    description: textOf(object, 'description'),
  };
}

function datedOf(object: WireObject): Dated {
  return { createdAt: textOf(object, 'createdAt'), updatedAt: textOf(object, 'updatedAt') };
}
