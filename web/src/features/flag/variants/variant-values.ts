import { type VariantState } from '@pennon/state';
import { type FieldTexts } from '@/changes/editing';
import { flagCopy } from '@/copy/flag';
import { type Variant } from '@/lib/model';
import { attachmentSchema, problemOf, variantKeySchema } from '@/lib/validation';
import * as z from '@/lib/zod';

export const noVariant: VariantState = { key: '', name: '', description: '', attachment: '' };

/** Any of the fields, as a draft keeps them. */
export const variantFields = z.object({
  key: z.exactOptional(z.string()),
  name: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  attachment: z.exactOptional(z.string()),
});

export function valuesOf({ key, name, description, attachment }: Variant): VariantState {
  return { key, name, description, attachment };
}

export const variantTexts: FieldTexts<VariantState> = {
  key: (key) => key,
  name: (name) => name,
  description: (description) => description,
  attachment: (attachment) => attachment,
};

const { key, name, description, attachment } = flagCopy.variants;

export const variantLabels: Readonly<Record<keyof VariantState, string>> = {
  key,
  name,
  description,
  attachment,
};

/** What is wrong with a variant, by field. */
type VariantProblems = Partial<Record<keyof VariantState, string>>;

/** What is wrong with the values. @param taken Keys of the other variants. */
export function problemsOf(values: VariantState, taken: readonly string[]): VariantProblems {
  const keyProblem = problemOf(variantKeySchema(taken), values.key);
  const attachmentProblem = problemOf(attachmentSchema, values.attachment);
  return {
    ...(keyProblem !== undefined && { key: keyProblem }),
    ...(attachmentProblem !== undefined && { attachment: attachmentProblem }),
  };
}
