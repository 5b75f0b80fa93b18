import { sortMembers, type Variant } from '@pennon/domain';
import { documentAttachment } from '../attachment';
import { type DocumentFlag, type DocumentVariant } from '../document';
import { JsonSyntaxError } from '../json/parse-json';
import { variantKeysOf, type StoredFlag } from '../state-index';
import { fieldChanges } from './field-changes';
import { type FlagChange, type FlagFields, type ImportChange, type VariantChange } from './import-change';
import { planRollouts } from './plan-rollouts';
import { planRules } from './plan-rules';

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
