import { useQueryClient } from '@tanstack/react-query';
import { segmentQuery } from '@/api/segments';
import { type Segment } from '@/api/types';
import { type FieldTexts, type StoredForm, useStoredForm } from '@/changes/editing';
import { segmentsCopy as copy } from '@/copy/segments';
import { planSegmentUpdate, type SegmentValues } from '@/lib/plan';
import { segmentFields } from './segment-fields';

const texts: FieldTexts<SegmentValues> = {
  name: (name) => name,
  description: (description) => description,
  matchType: (matchType) => (matchType === 'ALL_MATCH_TYPE' ? copy.matchTypes.all : copy.matchTypes.any),
};

function valuesOf({ name, description, matchType }: Segment): SegmentValues {
  return { name, description, matchType };
}

/** The form of name, description and match type: what it holds, and how it is saved. */
export function useDetailsForm(segment: Segment): StoredForm<SegmentValues> {
  const client = useQueryClient();
  const query = segmentQuery(segment.namespaceKey, segment.key);
  return useStoredForm({
    stored: valuesOf(segment),
    texts,
    labels: copy.fields,
    isValid: ({ name }) => name.trim() !== '',
    read: () => client.query({ ...query, staleTime: 0 }),
    valuesOf,
    planOf: planSegmentUpdate,
    success: copy.updated,
    action: copy.actions.update,
    showsServerErrors: true,
    draft: { name: `segment/${segment.namespaceKey}/${segment.key}/details`, fields: segmentFields },
  });
}
