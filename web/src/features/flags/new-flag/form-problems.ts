import { metadataOfDraft } from '@/components/metadata';
import { newFlagCopy } from '@/copy/new-flag';
import { attachmentSchema, keySchema, nameSchema, variantKeySchema } from '@/lib/validation';
import { type FlagForm } from './flag-form';

/** What is wrong with the form, by the name of the field; of variants as in `variant.2.key`. */
export type FormProblems = ReadonlyMap<string, string>;

/** The name of a field of a variant among the problems. */
export function variantField(id: number, field: 'key' | 'attachment'): string {
  return `variant.${id}.${field}`;
}

/** @param taken Keys of the flags that are there. */
export function problemsOf(form: FlagForm, taken: ReadonlySet<string>): FormProblems {
  const problems = new Map<string, string>();
  const note = (field: string, message: string | undefined): void => {
    if (message !== undefined) problems.set(field, message);
  };
  note('name', firstMessage(nameSchema.safeParse(form.name)));
  note('key', firstMessage(keySchema(newFlagCopy.flag, (key) => taken.has(key)).safeParse(form.key)));
  if (form.type === 'VARIANT_FLAG_TYPE') {
    for (const { id, key, attachment } of form.variants) {
      const others = form.variants.filter((row) => row.id < id).map((row) => row.key);
      note(variantField(id, 'key'), firstMessage(variantKeySchema(others).safeParse(key)));
      note(variantField(id, 'attachment'), firstMessage(attachmentSchema.safeParse(attachment)));
    }
  }
  if (metadataOfDraft(form.metadata) === undefined) note('metadata', newFlagCopy.metadataProblem);
  return problems;
}

interface Parsed {
  readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined;
}

function firstMessage({ error }: Parsed): string | undefined {
  return error?.issues[0]?.message;
}
