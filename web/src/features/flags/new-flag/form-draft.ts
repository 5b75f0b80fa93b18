import { draftSchema } from '@/components/metadata';
import * as z from '@/lib/zod';
import { type FlagForm } from './flag-form';

/** Reads what {@link keptOf} gave. */
export const keptSchema = z.object({
  name: z.string(),
  key: z.string(),
  hasOwnKey: z.boolean(),
  type: z.enum(['VARIANT_FLAG_TYPE', 'BOOLEAN_FLAG_TYPE']),
  description: z.string(),
  enabled: z.boolean(),
  metadata: draftSchema,
  variants: z.array(z.object({ id: z.number(), key: z.string(), name: z.string(), attachment: z.string() })),
  defaultRow: z.exactOptional(z.number()),
  hasTargeting: z.boolean(),
});

type KeptForm = z.infer<typeof keptSchema>;

/** What a draft keeps of the form: its targeting is not entered, but taken along or left out. */
export function keptOf({ targeting, defaultRow, ...entered }: FlagForm): object {
  const hasTargeting = targeting.rules.length + targeting.rollouts.length > 0;
  return { ...entered, defaultRow, hasTargeting };
}

/** The form as it was kept. @param begun How it begins now. */
export function resumedForm({ hasTargeting, ...kept }: KeptForm, { targeting }: FlagForm): FlagForm {
  return {
    ...kept,
    defaultRow: kept.defaultRow,
    targeting: hasTargeting ? targeting : { rules: [], rollouts: [] },
  };
}
