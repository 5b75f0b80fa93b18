import { useQueryClient } from '@tanstack/react-query';
import { readFlag } from '@/api/flags';
import { type Flag } from '@/api/types';
import { type StoredForm, useStoredForm } from '@/changes/editing';
import { flagCopy } from '@/copy/flag';
import { planFlagUpdate } from '@/lib/plan';
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
    isValid: (values) => changesOf(values, stored) !== undefined,
    read: () => readFlag(client, namespaceKey, key),
    valuesOf: detailsOf,
    planOf: (freshest, values) => {
      const changes = changesOf(values, detailsOf(freshest));
      return changes && planFlagUpdate(freshest, changes);
    },
    success: flagCopy.details.saved,
    action: flagCopy.actions.update,
    showsServerErrors: true,
    draft: { name: `flag/${namespaceKey}/${key}/details`, fields: detailsFields },
  });
}
