import { useQueryClient } from '@tanstack/react-query';
import { shownFlag } from '@/changes';
import { type StoredForm, useStoredForm } from '@/changes/editing';
import { flagCopy } from '@/copy/flag';
import { validationCopy } from '@/copy/validation';
import { type Flag } from '@/lib/model';
import {
  changesOf,
  detailsFields,
  detailsLabels,
  detailsOf,
  detailsTexts,
  type DetailsValues,
} from './details-values';

/** The form of details: what it holds, and how it is saved. */
export function useDetailsForm(flag: Flag): StoredForm<DetailsValues> {
  const { namespaceKey, key } = flag;
  const client = useQueryClient();
  const stored = detailsOf(flag);
  return useStoredForm({
    stored,
    texts: detailsTexts,
    labels: detailsLabels,
    check: ({ name }) => (name.trim() === '' ? { name: validationCopy.name } : {}),
    isValid: (values) => changesOf(values, stored) !== undefined,
    read: () => shownFlag(client, namespaceKey, key),
    valuesOf: detailsOf,
    planOf: async (shown, values) => {
      const changes = changesOf(values, detailsOf(shown));
      if (changes === undefined) return undefined;
      const { planFlagUpdate } = await import('@/lib/plan');
      return planFlagUpdate(shown, changes);
    },
    success: flagCopy.details.saved,
    action: flagCopy.actions.update,
    showsServerErrors: true,
    draft: { name: `flag/${namespaceKey}/${key}/details`, fields: detailsFields },
  });
}
