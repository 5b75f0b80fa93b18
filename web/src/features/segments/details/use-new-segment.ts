import { useEffect, useRef, useState } from 'react';
import { fieldOf } from '@/api/api-error';
import { type Segment } from '@/api/types';
import { usePlans, useUnsavedForm } from '@/changes';
import { segmentsCopy as copy } from '@/copy/segments';
import { planSegmentCreate, type SegmentValues } from '@/lib/plan';
import { slugOf } from '@/lib/slug';
import { keySchema, nameSchema } from '@/lib/validation';
import { newSegmentFields } from './segment-fields';

export interface NewSegmentValues extends SegmentValues {
  readonly key: string;
}

type Problems = Partial<Record<keyof NewSegmentValues, string>>;

interface NewSegmentOptions {
  /** What its draft is kept under. */
  readonly draft: string;
  readonly namespaceKey: string;
  readonly takenKeys: readonly string[];
  /** What it begins as a copy of. */
  readonly original: Segment | undefined;
  /** Told once it is there and nothing can be lost any more. */
  readonly onCreated: (key: string) => void;
  /** What leaves the form, see `useUnsavedForm`. */
  readonly scope?: 'page' | 'drawer';
}

export interface NewSegment {
  readonly values: NewSegmentValues;
  /** What is wrong with fields that were left, or when saving was tried. */
  readonly problems: Problems;
  readonly isSaving: boolean;
  /** Something was entered that is not saved. */
  readonly isDirty: boolean;
  readonly change: <Name extends keyof NewSegmentValues>(name: Name, value: NewSegmentValues[Name]) => void;
  readonly leave: (name: keyof NewSegmentValues) => void;
  /** Creates it; false when something is wrong with what was entered. */
  readonly create: () => Promise<boolean>;
}

/** The form of a new segment; its key follows the name until somebody enters one. */
export function useNewSegment({
  draft,
  namespaceKey,
  takenKeys,
  original,
  onCreated,
  scope = 'page',
}: NewSegmentOptions): NewSegment {
  const plans = usePlans();
  const [entered, setEntered] = useState<Partial<NewSegmentValues>>({});
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Problems>({});
  const [isSaving, setIsSaving] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [createdKey, setCreatedKey] = useState<string>();
  const isDirty = Object.keys(entered).length > 0 && !isDone;

  const begun = {
    name: original?.name ?? '',
    description: original?.description ?? '',
    matchType: original?.matchType ?? 'ALL_MATCH_TYPE',
  } as const;
  const name = entered.name ?? begun.name;
  const values: NewSegmentValues = { ...begun, key: slugOf(name), ...entered };
  const problems = problemsOf(values, takenKeys);

  const save = async (): Promise<boolean> => {
    if (isSaving) return false;
    setTouched(new Set(['name', 'key']));
    setRefused({});
    if (Object.keys(problems).length > 0) return false;
    setIsSaving(true);
    const plan = planSegmentCreate(namespaceKey, { ...values, constraints: original?.constraints ?? [] });
    const outcome = await plans.run(plan, {
      success: copy.created,
      action: copy.actions.create,
      handles: (error) => {
        const field = fieldOf(error);
        if (field === undefined || !(field in copy.fields)) return false;
        setRefused({ [field]: error.message });
        return true;
      },
    });
    setIsSaving(false);
    const isCreated = outcome !== 'cancelled' && (outcome.failure === undefined || outcome.done > 0);
    setIsDone(isCreated);
    return isCreated;
  };

  useUnsavedForm({
    name: draft,
    schema: newSegmentFields,
    values: isDirty ? entered : undefined,
    restore: setEntered,
    save,
    scope,
  });
  const tell = useRef(onCreated);
  useEffect(() => {
    tell.current = onCreated;
  });
  // After the guard has let go.
  useEffect(() => {
    if (createdKey !== undefined) tell.current(createdKey);
  }, [createdKey]);

  return {
    values,
    problems: {
      ...Object.fromEntries(Object.entries(problems).filter(([field]) => touched.has(field))),
      ...refused,
    },
    isSaving,
    isDirty,
    change: (field, value) => {
      setEntered((before) => ({ ...before, [field]: value }));
    },
    leave: (field) => {
      setTouched((before) => new Set([...before, field]));
    },
    create: async () => {
      const isCreated = await save();
      if (isCreated) setCreatedKey(values.key);
      return isCreated;
    },
  };
}

function problemsOf({ name, key }: NewSegmentValues, takenKeys: readonly string[]): Problems {
  const nameProblem = nameSchema.safeParse(name).error?.issues[0]?.message;
  const schema = keySchema(copy.segmentNoun, (wanted) => takenKeys.includes(wanted));
  const keyProblem = schema.safeParse(key).error?.issues[0]?.message;
  return {
    ...(nameProblem !== undefined && { name: nameProblem }),
    ...(keyProblem !== undefined && { key: keyProblem }),
  };
}
