import { type Problems } from '@/changes/editing';
import { metadataOfDraft } from '@/components/metadata';
import { newFlagCopy } from '@/copy/new-flag';
import { attachmentSchema, keySchema, nameSchema, problemOf, variantKeySchema } from '@/lib/validation';
import { type FlagForm, type VariantRow } from './flag-form';

/** The name of a field of a variant among the problems. */
export function variantField(id: number, field: 'key' | 'attachment'): `variants.${number}.${string}` {
  return `variants.${id}.${field}`;
}

/** What is wrong with the form. @param taken Keys of the flags that are there. */
export function problemsOf(form: FlagForm, taken: ReadonlySet<string>): Problems<FlagForm> {
  const variants = form.type === 'variant' ? form.variants : [];
  return {
    name: problemOf(nameSchema, form.name),
    key: problemOf(
      keySchema(newFlagCopy.flag, (key) => taken.has(key)),
      form.key,
    ),
    metadata: metadataOfDraft(form.metadata) === undefined ? newFlagCopy.metadataProblem : undefined,
    ...Object.fromEntries(variants.flatMap((row) => variantProblems(row, variants))),
  };
}

function variantProblems(
  { id, key, attachment }: VariantRow,
  variants: readonly VariantRow[],
): readonly (readonly [string, string | undefined])[] {
  const others = variants.filter((row) => row.id < id).map((row) => row.key);
  return [
    [variantField(id, 'key'), problemOf(variantKeySchema(others), key)],
    [variantField(id, 'attachment'), problemOf(attachmentSchema, attachment)],
  ];
}
