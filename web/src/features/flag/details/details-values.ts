import { type FieldTexts } from '@/changes/editing';
import { draftOf, draftSchema, draftText, type MetadataDraft, metadataOfDraft } from '@/components/metadata';
import { flagCopy } from '@/copy/flag';
import { flagWords } from '@/copy/flag-words';
import { type Flag } from '@/lib/model';
import { type FlagValues } from '@/lib/plan';
import * as z from '@/lib/zod';

/** What the form of details holds. */
export interface DetailsValues {
  readonly name: string;
  readonly description: string;
  /** Of boolean flags only: that of a variant flag is switched at the head of the page. */
  readonly defaultValue: boolean | undefined;
  readonly metadata: MetadataDraft;
}

export function detailsOf({ name, description, type, isEnabled, metadata }: Flag): DetailsValues {
  return {
    name,
    description,
    defaultValue: type === 'boolean' ? isEnabled : undefined,
    metadata: draftOf(metadata ?? {}),
  };
}

/** Any of the fields, as a draft keeps them. */
export const detailsFields = z.object({
  name: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  defaultValue: z.exactOptional(z.boolean()),
  metadata: z.exactOptional(draftSchema),
});

const { details } = flagCopy;

export const detailsTexts: FieldTexts<DetailsValues> = {
  name: (name) => name,
  description: (description) => description,
  defaultValue: (value) => (value === true ? flagWords.true : flagWords.false),
  metadata: draftText,
};

export const detailsLabels: Readonly<Record<keyof DetailsValues, string>> = {
  name: details.name,
  description: details.description,
  defaultValue: flagWords.defaultValue,
  metadata: details.metadata,
};

/** What saving the form changes; undefined while something in it is wrong. */
export function changesOf(values: DetailsValues, stored: DetailsValues): Partial<FlagValues> | undefined {
  if (values.name.trim() === '') return undefined;
  const isMetadataSame = draftText(values.metadata) === draftText(stored.metadata);
  const metadata = metadataOfDraft(values.metadata);
  if (!isMetadataSame && metadata === undefined) return undefined;
  return {
    name: values.name,
    description: values.description,
    ...(values.defaultValue !== undefined && { isEnabled: values.defaultValue }),
    // Sent only if changed: absent means unchanged.
    ...(!isMetadataSame && metadata !== undefined && { metadata }),
  };
}
