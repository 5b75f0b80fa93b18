import { type Rollout, type RolloutStep, sortMembers, type Variant } from '@pennon/domain';
import type { DocumentFlag, DocumentRollout, DocumentVariant } from '../document';
import { documentAttachment } from '../json/json-text';
import { JsonSyntaxError } from '../json/parse-json';
import { type StoredFlag, variantKeysOf } from '../namespace-state';
import {
  fieldChanges,
  type FlagChange,
  type FlagFields,
  type ImportChange,
  type RolloutChange,
  type VariantChange,
} from './import-change';
import { type Likeness, matchRows, plannedRanks } from './match-rows';
import { planRules } from './plan-rules';

/**
 * The changes that make the rollouts of a flag those that are wanted, in that order. A rollout keeps its row as long as
 * its type does, which no update can change.
 */
function planRollouts(
  flagKey: string,
  rows: readonly Rollout[],
  wanted: readonly DocumentRollout[],
): readonly RolloutChange[] {
  const { pairs, unmatched } = matchRows(rows, wanted, rolloutLevels);
  const ranks = plannedRanks(
    pairs.map(({ row }) => row),
    rows,
  );
  const deletions = unmatched.map(
    ({ id, rank }) => ({ kind: 'rollout', action: 'delete', flagKey, id, rank }) as const,
  );
  const others = pairs.flatMap(({ row, wanted: rollout }, index): readonly RolloutChange[] => {
    const rank = ranks[index] ?? index + 1;
    if (row === undefined) return [{ kind: 'rollout', action: 'create', flagKey, rank, rollout }];
    const to = { rank, description: rollout.description, step: stepFields(rollout.step) };
    const from = { ...row, step: stepFields(row.step) };
    const fields = fieldChanges<typeof to>(from, to, ['rank', 'description', 'step']);
    return fields.length === 0
      ? []
      : [{ kind: 'rollout', action: 'update', flagKey, id: row.id, fields, to }];
  });
  return [...deletions, ...others];
}

type DescribedStep = Pick<Rollout, 'description' | 'step'>;

const rolloutLevels: readonly Likeness<DescribedStep, DescribedStep>[] = [
  ({ description, step }: DescribedStep) => JSON.stringify([description, stepFields(step)]),
  ({ step }: DescribedStep) =>
    JSON.stringify(step.type === 'segment' ? [step.segmentKeys, step.segmentOperator] : step.type),
  ({ step }: DescribedStep) => step.type,
].map((textOf) => ({ ofRow: textOf, ofWanted: textOf }));

/** A step with its fields in one order, so that equal steps print alike. */
function stepFields(step: RolloutStep): RolloutStep {
  const { type, value } = step;
  if (type === 'threshold') return { type, percent: step.percent, value };
  return { type, segmentKeys: step.segmentKeys, segmentOperator: step.segmentOperator, value };
}

/**
 * The changes that make a flag what is wanted. Its rules and rollouts are lists that belong to it: they become those of
 * the document. Variants have keys: one that the document lacks is deleted only by pruning.
 */
export function planFlag(row: StoredFlag, wanted: DocumentFlag, prune: boolean): readonly ImportChange[] {
  const { key } = wanted;
  // No update can change the type.
  if (row.type !== wanted.type) {
    return [
      { kind: 'flag', action: 'delete', key },
      { kind: 'flag', action: 'create', key, flag: wanted },
    ];
  }
  const variantKeys = variantKeysOf(row);
  const { written, deleted } = planVariants(row, wanted, prune);
  return [
    ...written,
    ...updateFlag(row, wanted, variantKeys),
    ...planRules(key, row.rules, wanted.rules, variantKeys),
    ...planRollouts(key, row.rollouts, wanted.rollouts),
    ...deleted,
  ];
}

function updateFlag(
  row: StoredFlag,
  { key, ...wanted }: DocumentFlag,
  variantKeys: ReadonlyMap<string, string>,
): readonly FlagChange[] {
  const from: FlagFields = {
    name: row.name,
    description: row.description,
    isEnabled: row.isEnabled,
    metadata: sortMembers(row.metadata ?? {}),
    defaultVariantKey: row.defaultVariantId === undefined ? undefined : variantKeys.get(row.defaultVariantId),
  };
  const to: FlagFields = {
    name: wanted.name,
    description: wanted.description,
    isEnabled: wanted.isEnabled,
    metadata: sortMembers(wanted.metadata ?? {}),
    defaultVariantKey: wanted.defaultVariantKey,
  };
  const names = ['name', 'description', 'isEnabled', 'metadata', 'defaultVariantKey'] as const;
  const fields = fieldChanges(from, to, names);
  return fields.length === 0 ? [] : [{ kind: 'flag', action: 'update', key, fields, to }];
}

function planVariants(
  { key: flagKey, variants }: StoredFlag,
  wanted: DocumentFlag,
  prune: boolean,
): { readonly written: readonly VariantChange[]; readonly deleted: readonly VariantChange[] } {
  const present = new Map(variants.map((variant) => [variant.key, variant]));
  const wantedKeys = new Set(wanted.variants.map(({ key }) => key));
  const lacking = prune ? variants.filter(({ key }) => !wantedKeys.has(key)) : [];
  return {
    written: wanted.variants.flatMap((variant) => writeVariant(flagKey, present.get(variant.key), variant)),
    deleted: lacking.map(({ id, key }) => ({ kind: 'variant', action: 'delete', flagKey, key, id })),
  };
}

function writeVariant(
  flagKey: string,
  row: Variant | undefined,
  variant: DocumentVariant,
): readonly VariantChange[] {
  const { key } = variant;
  if (row === undefined) return [{ kind: 'variant', action: 'create', flagKey, key, variant }];
  const from = { ...row, attachment: comparable(row.attachment) };
  const fields = fieldChanges<DocumentVariant>(from, variant, ['name', 'description', 'attachment']);
  const { id } = row;
  return fields.length === 0
    ? []
    : [{ kind: 'variant', action: 'update', flagKey, key, id, fields, to: variant }];
}

/** A stored attachment as documents write it; one that no document can hold differs from them all. */
function comparable(attachment: string): string {
  try {
    return documentAttachment(attachment);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return attachment;
    throw error;
  }
}
