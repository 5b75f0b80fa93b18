import { type Variant } from '@/api/types';
import { type FieldTexts } from '@/changes/editing';
import { flagCopy } from '@/copy/flag';
import { type VariantValues } from '@/lib/plan';
import { attachmentSchema, variantKeySchema } from '@/lib/validation';
import * as z from '@/lib/zod';

export const noVariant: VariantValues = { key: '', name: '', description: '', attachment: '' };

/** Any of the fields, as a draft keeps them. */
export const variantFields = z.object({
  key: z.exactOptional(z.string()),
  name: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  attachment: z.exactOptional(z.string()),
});

export function valuesOf({ key, name, description, attachment }: Variant): VariantValues {
  return { key, name, description, attachment };
}

export const variantTexts: FieldTexts<VariantValues> = {
  key: (key) => key,
  name: (name) => name,
  description: (description) => description,
  attachment: (attachment) => attachment,
};

const { key, name, description, attachment } = flagCopy.variants;

export const variantLabels: Readonly<Record<keyof VariantValues, string>> = {
  key,
  name,
  description,
  attachment,
};

/** What is wrong with the values, by field. @param taken Keys of the other variants. */
export function problemsOf(
  values: VariantValues,
  taken: readonly string[],
): Partial<Record<keyof VariantValues, string>> {
  const keyProblem = variantKeySchema(taken).safeParse(values.key).error?.issues[0]?.message;
  const attachmentProblem = attachmentSchema.safeParse(values.attachment).error?.issues[0]?.message;
  return {
    ...(keyProblem !== undefined && { key: keyProblem }),
    ...(attachmentProblem !== undefined && { attachment: attachmentProblem }),
  };
}
