import { createHash } from 'node:crypto';
import type { NamespaceDocument } from '@pennon/document';
import type { Constraint, Distribution, Flag, Rollout, Rule, Segment, Variant } from '@pennon/domain';
import type { NamespaceRows } from '@pennon/snapshot';
import type { FlagState, SegmentState } from '@pennon/state';

/**
 * The id of something that has none where it comes from: a name-based UUID (version 8, RFC 9562), the same for the same
 * name on every instance and at every start.
 *
 * @param name What tells it from everything else: its namespace, kind, keys and position.
 */
function derivedId(...name: readonly (string | number)[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(name)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

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

function flagRow(namespaceKey: string, flag: FlagState): Flag {
  const { key, name, description, type, isEnabled, metadata, defaultVariantKey } = flag;
  const defaultVariantId =
    defaultVariantKey === undefined ? undefined : variantId(namespaceKey, key, defaultVariantKey);
  return { namespaceKey, key, name, description, type, isEnabled, metadata, defaultVariantId, ...untold };
}

function variantRows(namespaceKey: string, flag: FlagState): readonly Variant[] {
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

function segmentRow(namespaceKey: string, { key, name, description, matchType }: SegmentState): Segment {
  return { namespaceKey, key, name, description, matchType, ...untold };
}

function constraintRows(namespaceKey: string, { key, constraints }: SegmentState): readonly Constraint[] {
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

function ruleRows(namespaceKey: string, flag: FlagState): readonly Rule[] {
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

function distributionRows(namespaceKey: string, flag: FlagState): readonly Distribution[] {
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

function rolloutRows(namespaceKey: string, flag: FlagState): readonly Rollout[] {
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
