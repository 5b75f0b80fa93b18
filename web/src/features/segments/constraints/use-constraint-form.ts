import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { fieldOf } from '@/api/api-error';
import { segmentQuery } from '@/api/segments';
import { type Constraint, type Segment } from '@/api/types';
import { useNotify, usePlans } from '@/changes';
import {
  type Editing,
  type FieldTexts,
  useConflictQuestion,
  useEditDraft,
  useEditing,
} from '@/changes/editing';
import { constraintsCopy } from '@/copy/constraints';
import { segmentConstraintsCopy as copy, segmentsCopy } from '@/copy/segments';
import { canSplit, comparisonTypes, operatorWords, splitList } from '@/lib/constraints';
import {
  type ConstraintValues,
  joinPlans,
  type Plan,
  planConstraintCreate,
  planConstraintsCreate,
  planConstraintUpdate,
} from '@/lib/plan';
import { constraintProblems } from '@/lib/validation';
import * as z from '@/lib/zod';
import { withAffected } from './with-affected';

const noConstraint: ConstraintValues = {
  type: 'STRING_COMPARISON_TYPE',
  property: '',
  operator: 'eq',
  value: '',
  description: '',
};

const texts: FieldTexts<ConstraintValues> = {
  type: (type) => constraintsCopy.types[type],
  property: (property) => property,
  operator: (operator) => operatorWords('STRING_COMPARISON_TYPE', operator),
  value: (value) => value,
  description: (description) => description,
};

/** Any of the fields, as a draft keeps them. */
const fields = z.object({
  type: z.exactOptional(z.enum(comparisonTypes)),
  property: z.exactOptional(z.string()),
  operator: z.exactOptional(z.string()),
  value: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
});

const labels: Readonly<Record<keyof ConstraintValues, string>> = copy.fields;

function valuesOf({ type, property, operator, value, description }: Constraint): ConstraintValues {
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

export interface ConstraintFormState {
  readonly editing: Editing<ConstraintValues>;
  /** What is wrong, by field, with what was left or tried to be saved. */
  readonly problems: Readonly<Record<string, string>>;
  readonly isSaving: boolean;
  /**
   * How many constraints the list would fill; undefined where it fits into one, or several would mean something else.
   */
  readonly parts: number | undefined;
  readonly leave: (field: keyof ConstraintValues) => void;
  /** Takes values that belong together, as another type brings another operator. */
  readonly replace: (values: ConstraintValues) => void;
  readonly save: (options?: { readonly isSplit?: boolean }) => Promise<boolean>;
  /** Settles what changed elsewhere while it was edited here. */
  readonly showConflicts: () => Promise<void>;
  /** A question that is open. */
  readonly dialog: ReactElement | undefined;
}

/** The form of a constraint: what it holds, and how it is saved. */
export function useConstraintForm({
  segment,
  constraint,
  flagKeys,
  onClose,
}: ConstraintFormOptions): ConstraintFormState {
  const client = useQueryClient();
  const plans = usePlans();
  const notify = useNotify();
  const stored = constraint === undefined ? noConstraint : valuesOf(constraint);
  const editing = useEditing(stored, texts);
  const { ask, dialog } = useConflictQuestion(labels);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setIsSaving] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const { values } = editing;
  const problems = constraintProblems(values);
  const isSplittable = segment.matchType === 'ANY_MATCH_TYPE' && canSplit(values);

  const planOf = async (isSplit: boolean): Promise<Plan | undefined> => {
    if (constraint === undefined) {
      return isSplit
        ? planConstraintsCreate(segment, splitList(values))
        : planConstraintCreate(segment, values);
    }
    const query = segmentQuery(segment.namespaceKey, segment.key);
    const freshest = await client.query({ ...query, staleTime: 0 });
    // Deleted meanwhile: the server says so.
    const now = freshest.constraints.find(({ id }) => id === constraint.id) ?? constraint;
    const choices = await ask(editing.conflictsWith(valuesOf(now)));
    if (choices === undefined) return undefined;
    const settled = editing.settle(valuesOf(now), choices);
    if (!isSplit) return planConstraintUpdate(freshest, now, settled);
    const [first = settled, ...others] = splitList(settled);
    const update = planConstraintUpdate(freshest, now, first);
    return joinPlans(update, [update, planConstraintsCreate(freshest, others)]);
  };

  const save: ConstraintFormState['save'] = async ({ isSplit = false } = {}) => {
    if (isSaving) return false;
    setTouched(new Set(Object.keys(copy.fields)));
    setRefused({});
    const isRight = problems.property === undefined && (isSplit || problems.value === undefined);
    if (!isRight) return false;
    setIsSaving(true);
    try {
      const plan = await planOf(isSplit && isSplittable);
      if (plan === undefined) return false;
      const outcome = await plans.run(withAffected(plan, flagKeys), {
        success: constraint === undefined ? copy.created : copy.updated,
        action: segmentsCopy.actions.update,
        handles: (error) => {
          const field = fieldOf(error);
          if (field === undefined || !(field in copy.fields)) return false;
          setRefused({ [field]: error.message });
          return true;
        },
      });
      if (outcome === 'cancelled' || outcome.failure !== undefined) return false;
      setIsDone(true);
      return true;
    } catch (error) {
      if (error instanceof Error) notify.error(error.message, error);
      return false;
    } finally {
      setIsSaving(false);
    }
  };

  useEditDraft(editing, {
    name: `segment/${segment.namespaceKey}/${segment.key}/constraint/${constraint?.id ?? 'new'}`,
    fields,
    save,
    scope: 'drawer',
    isDone,
  });
  // After the guard has let go: closing is a step in the address, which it would hold up.
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);

  return {
    editing,
    problems: {
      ...Object.fromEntries(Object.entries(problems).filter(([field]) => touched.has(field))),
      ...refused,
    },
    isSaving,
    parts: isSplittable ? splitList(values).length : undefined,
    leave: (field) => {
      setTouched((before) => new Set([...before, field]));
    },
    replace: (next) => {
      editing.change('type', next.type);
      editing.change('property', next.property);
      editing.change('operator', next.operator);
      editing.change('value', next.value);
      setTouched(new Set());
    },
    save,
    showConflicts: async () => {
      const choices = await ask(editing.conflicts);
      if (choices !== undefined) editing.settle(stored, choices);
    },
    dialog,
  };
}
