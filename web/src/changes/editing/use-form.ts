import { useEffect, useRef, useState } from 'react';
import { fieldOf } from '@/api/api-error';
import { useFirstError } from '@/components/use-first-error';
import { useNotify } from '../notify';
import { type FieldName, type Form, type FormOptions, type Problems, type SaveWay } from './form';
import { saveKeys } from './save-keys';
import { useEditDraft } from './use-edit-draft';
import { useEditing } from './use-editing';

/** A form as its description says. What is entered is not lost unasked, and outlives a sign-in. */
export function useForm<Values extends object, Way extends SaveWay = SaveWay>({
  stored,
  begun,
  texts = {},
  isNew = true,
  check,
  save: saveValues,
  onSaved,
  draft,
  scope = 'page',
  isSavedOnLeave = true,
  isSecret = false,
}: FormOptions<Values, Way>): Form<Values, Way> {
  const notify = useNotify();
  const editing = useEditing(stored, texts, begun);
  const { values } = editing;
  const { form: ref, focusFirstError } = useFirstError();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<Problems<Values>>({});
  const [isSaving, setSaving] = useState(false);
  const [isDone, setDone] = useState(false);
  const [submitted, setSubmitted] = useState<{ readonly way: Way | undefined }>();

  const problems = Object.entries(isDone ? {} : check(values)).filter(
    ([name, problem]) => problem !== undefined && (isTried || left.has(name)),
  );
  const errors = { ...Object.fromEntries(problems), ...refused } as Problems<Values>;
  const canSave = isNew || (editing.isDirty && problems.length === 0);

  const enter = (entered: Partial<Values>): void => {
    editing.enter(entered);
    setRefused((before) => withoutFields(before, entered));
  };
  const leave = (name: FieldName<Values>): void => {
    setLeft((before) => new Set([...before, name]));
  };
  const handles = (error: unknown): boolean => {
    const field = fieldOf(error);
    if (field === undefined || !(field in stored) || !(error instanceof Error)) return false;
    setRefused({ [field]: error.message } as Problems<Values>);
    return true;
  };

  const save = async (way?: Way): Promise<boolean> => {
    if (!canSave || isSaving) return false;
    setTried(true);
    setRefused({});
    if (!isRight(check(values, way))) return false;
    setSaving(true);
    try {
      const isSaved = await saveValues(values, { refuse: setRefused, handles }, way);
      setDone(isSaved && onSaved !== undefined);
      return isSaved;
    } catch (error) {
      if (error instanceof Error) notify.error(error.message, error);
      return false;
    } finally {
      setSaving(false);
    }
  };
  const submit = async (way?: Way): Promise<void> => {
    const isSaved = await save(way);
    if (isSaved) setSubmitted({ way });
    else focusFirstError();
  };

  const isResumed = useEditDraft(editing, {
    ...draft,
    save: isSavedOnLeave ? save : undefined,
    scope,
    isDone: isDone || isSecret,
  });
  const tell = useRef<(way?: Way) => void>(undefined);
  useEffect(() => {
    tell.current = (way) => onSaved?.(values, way);
  });
  useEffect(() => {
    // After the guard has let go.
    if (submitted !== undefined) tell.current?.(submitted.way);
  }, [submitted]);

  return {
    editing,
    values,
    isResumed,
    draft: draft.name,
    isSaving,
    canSave,
    errors,
    serverErrors: refused,
    isTried,
    enter,
    leave,
    field: (name) => ({
      value: values[name],
      error: errors[name],
      onChange: (value) => {
        enter(valueOf(name, value));
      },
    }),
    text: (name) => ({
      value: values[name] as string,
      error: errors[name],
      onBlur: () => {
        leave(name);
      },
      onChange: ({ currentTarget }) => {
        enter(valueOf(name, currentTarget.value as Values[typeof name]));
        if (!isNew) leave(name);
      },
    }),
    save,
    submit,
    element: {
      ref,
      noValidate: true,
      onKeyDown: saveKeys(() => void submit()),
      onSubmit: (event) => {
        event.preventDefault();
        // For React, the form below a drawer is around the one in it.
        event.stopPropagation();
        void submit();
      },
    },
  };
}

/** True when nothing is wrong. */
export function isRight(problems: object): boolean {
  return Object.values(problems).every((problem) => problem === undefined);
}

function valueOf<Values, Name extends keyof Values>(name: Name, value: Values[Name]): Partial<Values> {
  const values: Partial<Values> = {};
  values[name] = value;
  return values;
}

/** The problems of the other fields. */
function withoutFields<Values>(problems: Problems<Values>, entered: Partial<Values>): Problems<Values> {
  return Object.fromEntries(
    Object.entries(problems).filter(([name]) => !((name.split('.')[0] ?? '') in entered)),
  ) as Problems<Values>;
}
