import { useState } from 'react';
import { isSettled, usePlans } from '@/changes';
import { type Form, useForm } from '@/changes/editing';
import { segmentsCopy as copy } from '@/copy/segments';
import { type Segment } from '@/lib/model';
import { type SegmentValues } from '@/lib/plan';
import { slugOf } from '@/lib/slug';
import { keySchema, nameSchema, problemOf } from '@/lib/validation';
import * as z from '@/lib/zod';
import { segmentFields } from './segment-fields';

export interface NewSegmentValues extends SegmentValues {
  readonly key: string;
}

const fields = z.extend(segmentFields, { key: z.exactOptional(z.string()) });

interface NewSegmentOptions {
  /** What its draft is kept under. */
  readonly draft: string;
  readonly namespaceKey: string;
  readonly takenKeys: readonly string[];
  /** What it begins as a copy of. */
  readonly original?: Segment | undefined;
  /** Told the key of the segment once nothing can be lost any more; undefined for one that waits for review. */
  readonly onCreated: (key: string | undefined) => void;
  /** What leaves the form, see `useForm`. */
  readonly scope?: 'page' | 'drawer';
}

/** The form of a new segment. */
export function useNewSegment({
  draft,
  namespaceKey,
  takenKeys,
  original,
  onCreated,
  scope = 'page',
}: NewSegmentOptions): Form<NewSegmentValues> {
  const plans = usePlans();
  const [isProposed, setProposed] = useState(false);
  const { name = '', description = '', matchType = 'all', constraints = [] } = original ?? {};
  return useForm({
    stored: { name, key: slugOf(name), description, matchType },
    check: (values) => ({
      name: problemOf(nameSchema, values.name),
      key: problemOf(
        keySchema(copy.segmentNoun, (key) => takenKeys.includes(key)),
        values.key,
      ),
    }),
    save: async (values, { handles }) => {
      const { planSegmentCreate } = await import('@/lib/plan');
      const plan = planSegmentCreate(namespaceKey, { ...values, constraints });
      const told = { success: copy.created, action: copy.actions.create };
      const outcome = await plans.run(plan, { ...told, handles });
      if (!isSettled(outcome)) return false;
      setProposed(outcome.proposed !== undefined);
      return true;
    },
    onSaved: ({ key }) => {
      onCreated(isProposed ? undefined : key);
    },
    draft: { name: draft, fields },
    scope,
  });
}
