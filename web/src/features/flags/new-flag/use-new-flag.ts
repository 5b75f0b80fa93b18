import { type RefObject, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { fieldOf } from '@/api/api-error';
import { namespacePath } from '@/app/namespace';
import { usePlans, useUnsavedForm } from '@/changes';
import { useFirstError } from '@/components/use-first-error';
import { newFlagCopy as copy } from '@/copy/new-flag';
import { joinPlans, type Plan, planFlagCreate, planSegmentCreate, type SegmentDraft } from '@/lib/plan';
import { blankForm, draftOfForm, type FlagForm, isFilled, targetingOfForm } from './flag-form';
import { keptOf, keptSchema, resumedForm } from './form-draft';
import { type FormProblems, problemsOf } from './form-problems';

/** What follows the creation: the page of the flag, or an empty form. */
export type Next = 'open' | 'another';

export interface NewFlag {
  readonly form: FlagForm;
  readonly change: (form: FlagForm) => void;
  /** What is wrong with fields that were left, and after a try to create with all of them. */
  readonly shown: FormProblems;
  /** Somebody left the field. */
  readonly leave: (field: string) => void;
  readonly isSaving: boolean;
  /** It was tried to create the flag as the form is. */
  readonly isTouched: boolean;
  readonly create: (next: Next) => Promise<boolean>;
  /** Of the form element: the first field that is wrong gets the focus. */
  readonly element: RefObject<HTMLFormElement | null>;
}

interface NewFlagOptions {
  /** What its draft is kept under. */
  readonly draft: string;
  readonly namespaceKey: string;
  readonly begun: FlagForm;
  readonly taken: ReadonlySet<string>;
  readonly newSegment: SegmentDraft | undefined;
}

/** The state of the form, and the one plan that creates everything it holds. */
export function useNewFlag({ draft, namespaceKey, begun, taken, newSegment }: NewFlagOptions): NewFlag {
  const navigate = useNavigate();
  const plans = usePlans();
  const { form: element, focusFirstError } = useFirstError();
  const [form, setForm] = useState(begun);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTouched, setTouched] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [refused, setRefused] = useState<FormProblems>(new Map());
  const [createdKey, setCreatedKey] = useState<string>();

  const problems: FormProblems = new Map([...refused, ...problemsOf(form, taken)]);
  const shown = new Map(
    [...problems].filter(([field]) => isTouched || left.has(field) || refused.has(field)),
  );

  const planOf = (): Plan => {
    const plan = planFlagCreate(namespaceKey, draftOfForm(form), targetingOfForm(form));
    if (newSegment === undefined || plan.steps.length === 0) return plan;
    return joinPlans(plan, [planSegmentCreate(namespaceKey, newSegment), plan]);
  };

  const create = async (next: Next): Promise<boolean> => {
    if (isSaving) return false;
    if (problems.size > 0) {
      setTouched(true);
      focusFirstError();
      return false;
    }
    setSaving(true);
    const outcome = await plans.run(planOf(), {
      action: copy.action,
      success: copy.created,
      handles: (error) => {
        const field = fieldOf(error);
        if (field !== 'key' && field !== 'name') return false;
        setRefused(new Map([[field, error.message]]));
        return true;
      },
    });
    setSaving(false);
    if (outcome === 'cancelled' || outcome.done === 0) {
      focusFirstError();
      return false;
    }
    if (next === 'open' || outcome.failure !== undefined) {
      setCreatedKey(form.key);
    } else {
      setForm(blankForm);
      setLeft(new Set());
      setTouched(false);
      element.current?.querySelector<HTMLElement>('#name')?.focus();
    }
    return true;
  };

  useUnsavedForm({
    name: draft,
    schema: keptSchema,
    values: createdKey === undefined && isFilled(form, begun) ? keptOf(form) : undefined,
    restore: (kept) => {
      setForm(resumedForm(kept, begun));
    },
    save: () => create('open'),
  });
  // After the guard has let go.
  useEffect(() => {
    if (createdKey !== undefined) void navigate(namespacePath(namespaceKey, 'flags', createdKey));
  }, [createdKey, namespaceKey, navigate]);

  return {
    form,
    change: (next) => {
      setForm(next);
      setRefused(new Map());
    },
    shown,
    leave: (field) => {
      setLeft((before) => new Set([...before, field]));
    },
    isSaving,
    isTouched,
    create,
    element,
  };
}
