import { type DocumentFlag, type DocumentSegment, type NamespaceDocument } from '@pennon/document';
import {
  type Constraint,
  type Distribution,
  type Flag,
  type Rollout,
  type Rule,
  type Segment,
  type Variant,
} from '@pennon/domain';
import { type NamespaceRows } from '@pennon/snapshot';
import { derivedId } from './derived-id';

/**
 * Documents say nothing of times. A moment that is made up would differ between instances, or change with every save of
 * a file, and a flag that has not changed must look the same.
 */
const untold = { createdAt: 0, updatedAt: 0 } as const;

/**
 * The rows that a document stands for, in the order of the document. Ids are derived from what they belong to: keys,
 * and positions where there are none. The revision is for others to tell.
 */
export function rowsOfDocument({ namespace: { key }, flags, segments }: NamespaceDocument): NamespaceRows {
  return {
    namespace: { key, revision: 0 },
    flags: flags.map((flag) => flagRow(key, flag)),
    variants: flags.flatMap((flag) => variantRows(key, flag)),
    segments: segments.map((segment) => segmentRow(key, segment)),
    constraints: segments.flatMap((segment) => constraintRows(key, segment)),
    rules: flags.flatMap((flag) => ruleRows(key, flag)),
    distributions: flags.flatMap((flag) => distributionRows(key, flag)),
    rollouts: flags.flatMap((flag) => rolloutRows(key, flag)),
  };
}

function flagRow(namespaceKey: string, flag: DocumentFlag): Flag {
  const { key, name, description, type, isEnabled, metadata, defaultVariantKey } = flag;
  const defaultVariantId =
    defaultVariantKey === undefined ? undefined : variantId(namespaceKey, key, defaultVariantKey);
  return { namespaceKey, key, name, description, type, isEnabled, metadata, defaultVariantId, ...untold };
}

function variantRows(namespaceKey: string, flag: DocumentFlag): readonly Variant[] {
  return flag.variants.map(({ key, name, description, attachment }) => ({
    id: variantId(namespaceKey, flag.key, key),
    namespaceKey,
    flagKey: flag.key,
    key,
    name,
    description,
    attachment,
    ...untold,
  }));
}

function segmentRow(namespaceKey: string, { key, name, description, matchType }: DocumentSegment): Segment {
  return { namespaceKey, key, name, description, matchType, ...untold };
}

function constraintRows(namespaceKey: string, { key, constraints }: DocumentSegment): readonly Constraint[] {
  return constraints.map(({ type, property, operator, value, description }, index) => ({
    id: derivedId(namespaceKey, 'constraint', key, index),
    namespaceKey,
    segmentKey: key,
    type,
    property,
    operator,
    value,
    description,
    ...untold,
  }));
}

function ruleRows(namespaceKey: string, flag: DocumentFlag): readonly Rule[] {
  return flag.rules.map(({ segmentKeys, segmentOperator }, index) => ({
    id: ruleId(namespaceKey, flag.key, index),
    namespaceKey,
    flagKey: flag.key,
    rank: index + 1,
    segmentKeys,
    segmentOperator,
    ...untold,
  }));
}

function distributionRows(namespaceKey: string, flag: DocumentFlag): readonly Distribution[] {
  return flag.rules.flatMap(({ distributions }, ruleIndex) =>
    distributions.map(({ variantKey, rolloutPercent }, index) => ({
      id: derivedId(namespaceKey, 'distribution', flag.key, ruleIndex, index),
      ruleId: ruleId(namespaceKey, flag.key, ruleIndex),
      variantId: variantId(namespaceKey, flag.key, variantKey),
      rolloutPercent,
      ...untold,
    })),
  );
}

function rolloutRows(namespaceKey: string, flag: DocumentFlag): readonly Rollout[] {
  return flag.rollouts.map(({ description, step }, index) => ({
    id: derivedId(namespaceKey, 'rollout', flag.key, index),
    namespaceKey,
    flagKey: flag.key,
    rank: index + 1,
    description,
    step,
    ...untold,
  }));
}

function variantId(namespaceKey: string, flagKey: string, key: string): string {
  return derivedId(namespaceKey, 'variant', flagKey, key);
}

function ruleId(namespaceKey: string, flagKey: string, index: number): string {
  return derivedId(namespaceKey, 'rule', flagKey, index);
}
