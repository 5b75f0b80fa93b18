import { useQueryClient } from '@tanstack/react-query';
import { shownSegment } from '@/changes';
import { type StoredForm, useStoredForm } from '@/changes/editing';
import { segmentsCopy as copy } from '@/copy/segments';
import { type Segment } from '@/lib/model';
import { type SegmentValues } from '@/lib/plan';
import { nameSchema, problemOf } from '@/lib/validation';
import { segmentFields } from './segment-fields';

function valuesOf({ name, description, matchType }: Segment): SegmentValues {
  return { name, description, matchType };
}

/** The form of name, description and match type: what it holds, and how it is saved. */
export function useDetailsForm(segment: Segment): StoredForm<SegmentValues> {
  const client = useQueryClient();
  return useStoredForm({
    stored: valuesOf(segment),
    texts: { matchType: (type) => (type === 'all' ? copy.matchTypes.all : copy.matchTypes.any) },
    labels: copy.fields,
    check: ({ name }) => ({ name: problemOf(nameSchema, name) }),
    read: () => shownSegment(client, segment.namespaceKey, segment.key),
    valuesOf,
    planOf: async (shown, values) => (await import('@/lib/plan')).planSegmentUpdate(shown, values),
    success: copy.updated,
    action: copy.actions.update,
    showsServerErrors: true,
    draft: { name: `segment/${segment.namespaceKey}/${segment.key}/details`, fields: segmentFields },
  });
}
