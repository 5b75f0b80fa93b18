import { type Variant } from '@/api/types';
import { type FieldTexts } from '@/changes/editing';
import { flagCopy } from '@/copy/flag';
import { type VariantValues } from '@/lib/plan';
import { attachmentSchema, problemOf, variantKeySchema } from '@/lib/validation';
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

/** What is wrong with a variant, by field. */
type VariantProblems = Partial<Record<keyof VariantValues, string>>;

/** What is wrong with the values. @param taken Keys of the other variants. */
export function problemsOf(values: VariantValues, taken: readonly string[]): VariantProblems {
  const keyProblem = problemOf(variantKeySchema(taken), values.key);
  const attachmentProblem = problemOf(attachmentSchema, values.attachment);
  return {
    ...(keyProblem !== undefined && { key: keyProblem }),
    ...(attachmentProblem !== undefined && { attachment: attachmentProblem }),
  };
}
