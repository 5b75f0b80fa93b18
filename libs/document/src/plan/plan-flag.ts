import { type Rollout, sortMembers, type Variant } from '@pennon/domain';
import {
  bareStep,
  flagParts,
  rolloutParts,
  variantParts,
  type FlagState,
  type RolloutState,
  type VariantState,
  type StoredFlag,
  variantKeysOf,
} from '@pennon/state';
import { documentAttachment } from '../json/json-text';
import { JsonSyntaxError } from '../json/parse-json';
import {
  fieldChanges,
  rankChanges,
  type FlagChange,
  type ImportChange,
  type RolloutChange,
  type VariantChange,
} from './import-change';
import { matchRows, plannedRanks } from './match-rows';
import { planRules } from './plan-rules';

/**
 * The changes that make the rollouts of a flag those that are wanted, in that order. A rollout keeps its row as long as
 * its type does, which no update can change.
 */
function planRollouts(
  flagKey: string,
  rows: readonly Rollout[],
  wanted: readonly RolloutState[],
): readonly RolloutChange[] {
  const { pairs, unmatched } = matchRows(rows, wanted, flagParts.rollouts.likeness);
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
    const fields = [
      ...rankChanges(row.rank, rank),
      ...fieldChanges<RolloutState>(rolloutParts, row, rollout),
    ];
    const to = { rank, description: rollout.description, step: bareStep(rollout.step) };
    return fields.length === 0
      ? []
      : [{ kind: 'rollout', action: 'update', flagKey, id: row.id, fields, to }];
  });
  return [...deletions, ...others];
}

/**
 * The changes that make a flag what is wanted. Its rules and rollouts are lists that belong to it: they become those of
 * the document. Variants have keys: one that the document lacks is deleted only by pruning.
 */
export function planFlag(row: StoredFlag, wanted: FlagState, prune: boolean): readonly ImportChange[] {
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
  wanted: FlagState,
  variantKeys: ReadonlyMap<string, string>,
): readonly FlagChange[] {
  const { key } = wanted;
  const defaultVariantKey =
    row.defaultVariantId === undefined ? undefined : variantKeys.get(row.defaultVariantId);
  const fields = fieldChanges<FlagState>(
    flagParts,
    { ...row, defaultVariantKey, rules: [], rollouts: [] },
    wanted,
  );
  const { name, description, isEnabled, metadata = {} } = wanted;
  const to = {
    ...{ name, description, isEnabled, metadata: sortMembers(metadata) },
    defaultVariantKey: wanted.defaultVariantKey,
  };
  return fields.length === 0 ? [] : [{ kind: 'flag', action: 'update', key, fields, to }];
}

function planVariants(
  { key: flagKey, variants }: StoredFlag,
  wanted: FlagState,
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
  variant: VariantState,
): readonly VariantChange[] {
  const { key } = variant;
  if (row === undefined) return [{ kind: 'variant', action: 'create', flagKey, key, variant }];
  const from = { ...row, attachment: comparable(row.attachment) };
  const fields = fieldChanges<VariantState>(variantParts, from, variant);
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
