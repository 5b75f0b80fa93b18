import { comparisonTypes, operatorNames } from '@pennon/domain';
import { type ConstraintState } from '@pennon/state';
import { useQueryClient } from '@tanstack/react-query';
import { shownSegment, useNotify } from '@/changes';
import { type SaveWay, type StoredForm, useStoredForm } from '@/changes/editing';
import { constraintsCopy } from '@/copy/constraints';
import { segmentConstraintsCopy as copy, segmentsCopy } from '@/copy/segments';
import { canSplit, operatorWords, splitList } from '@/lib/constraints';
import { type Constraint, type Segment } from '@/lib/model';
import { type BasedSegment } from '@/lib/plan';
import { constraintProblems } from '@/lib/validation';
import * as z from '@/lib/zod';
import { withAffected } from './with-affected';

const noConstraint: ConstraintState = {
  type: 'string',
  property: '',
  operator: 'eq',
  value: '',
  description: '',
};

/** Any of the fields, as a draft keeps them. */
const fields = z.object({
  type: z.exactOptional(z.enum(comparisonTypes)),
  property: z.exactOptional(z.string()),
  operator: z.exactOptional(z.enum(operatorNames)),
  value: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
});

function valuesOf({ type, property, operator, value, description }: ConstraintState): ConstraintState {
  return { type, property, operator, value, description };
}

interface ConstraintFormOptions {
  readonly segment: Segment;
  /** Undefined for a new one. */
  readonly constraint: Constraint | undefined;
  /** Flags that use the segment. */
  readonly flagKeys: readonly string[];
  readonly onClose: () => void;
}

interface ConstraintWay extends SaveWay {
  /** As several constraints, each with a part of the list. */
  readonly isSplit?: boolean;
}

/** The segment as it is shown; without the constraint if that is new. */
interface Shown {
  readonly segment: BasedSegment;
  readonly constraint?: Constraint;
}

/** The form of a constraint: what it holds, and how it is saved. */
export function useConstraintForm({
  segment: { namespaceKey, key },
  constraint,
  flagKeys,
  onClose,
}: ConstraintFormOptions): StoredForm<ConstraintState, ConstraintWay> {
  const client = useQueryClient();
  const notify = useNotify();
  return useStoredForm<Shown, ConstraintState, ConstraintWay>({
    stored: constraint === undefined ? noConstraint : valuesOf(constraint),
    isNew: constraint === undefined,
    texts: {
      type: (type) => constraintsCopy.types[type],
      operator: (operator) => operatorWords('string', operator),
    },
    labels: copy.fields,
    check: (values, way) => {
      const { property, value } = constraintProblems(values);
      return { property, value: way?.isSplit === true ? undefined : value };
    },
    read: async () => {
      const segment = await shownSegment(client, namespaceKey, key);
      if (constraint === undefined) return { segment };
      const now = segment.constraints.find(({ id }) => id === constraint.id);
      if (now === undefined) notify.error(copy.missing);
      return now && { segment, constraint: now };
    },
    valuesOf: (shown) => valuesOf(shown.constraint ?? noConstraint),
    planOf: async (shown, values, way) => {
      const { planConstraintCreate, planConstraintUpdate } = await import('@/lib/plan');
      const [first = values, ...more] = way?.isSplit === true ? splitList(values) : [];
      const plan =
        shown.constraint === undefined
          ? planConstraintCreate(shown.segment, first, ...more)
          : planConstraintUpdate(shown.segment, shown.constraint, first, ...more);
      return withAffected(plan, flagKeys);
    },
    success: constraint === undefined ? copy.created : copy.updated,
    action: segmentsCopy.actions.update,
    showsServerErrors: true,
    onSaved: onClose,
    draft: { name: `segment/${namespaceKey}/${key}/constraint/${constraint?.id ?? 'new'}`, fields },
    scope: 'drawer',
  });
}

/**
 * How many constraints the list would fill; undefined where it fits into one, or several would mean something else.
 */
export function partsOf({ matchType }: Segment, values: ConstraintState): number | undefined {
  return matchType === 'any' && canSplit(values) ? splitList(values).length : undefined;
}
