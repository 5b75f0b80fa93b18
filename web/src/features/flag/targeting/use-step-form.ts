import { useQueryClient } from '@tanstack/react-query';
import { shownFlag, useNotify } from '@/changes';
import { type StoredForm, useStoredForm } from '@/changes/editing';
import { type Flag } from '@/lib/model';
import { type BasedFlag } from '@/lib/plan';
import { type Step, type StepKind, type StepsScene, type StepValues, type StepState } from './step-kind';

interface StepFormOptions<S extends Step & Draft, Draft extends StepState, Values extends StepValues> {
  readonly kind: StepKind<S, Draft, Values>;
  readonly scene: StepsScene<S>;
  /** Undefined for a new one. */
  readonly step: S | undefined;
  /** What leaves the form, see `useStoredForm`. */
  readonly scope: 'page' | 'drawer';
  /** Told when it is saved. */
  readonly onSaved?: () => void;
}

/** The form of a step, new or stored, which is saved as part of its list. */
export function useStepForm<S extends Step & Draft, Draft extends StepState, Values extends StepValues>({
  kind,
  scene: { flag },
  step,
  ...where
}: StepFormOptions<S, Draft, Values>): StoredForm<Values> {
  const client = useQueryClient();
  const notify = useNotify();
  const { copy } = kind;
  const isNew = step === undefined;
  const valuesOf = (stored: S | undefined, of: Flag): Values =>
    stored === undefined ? kind.blank : kind.valuesOf(stored, of);
  return useStoredForm<{ readonly contents: BasedFlag; readonly shown: S | undefined }, Values>({
    stored: valuesOf(step, flag),
    isNew,
    texts: kind.textsOf(flag),
    labels: copy.labels,
    // What is missing of a new one is told once it was tried to save it.
    check: (values) => (isNew ? kind.problemsOf(values, flag) : {}),
    isValid: (values) => isNew || Object.keys(kind.problemsOf(values, flag)).length === 0,
    read: async () => {
      const contents = await shownFlag(client, flag.namespaceKey, flag.key);
      const shown = kind.stepsOf(contents).find(({ id }) => id === step?.id);
      const isGone = !isNew && shown === undefined;
      if (isGone) notify.error(copy.gone);
      return isGone ? undefined : { contents, shown };
    },
    valuesOf: ({ contents, shown }) => valuesOf(shown, contents),
    planOf: async ({ contents, shown }, values) => {
      const plans = kind.plansOf(await import('@/lib/plan'));
      const draft = kind.draftOf(values, contents);
      return shown === undefined
        ? plans.create(contents, draft, values.index)
        : plans.update(contents, shown, draft);
    },
    success: isNew ? copy.created : copy.updated,
    action: isNew ? copy.actions.create : copy.actions.update,
    draft: {
      name: `flag/${flag.namespaceKey}/${flag.key}/${kind.name}/${step?.id ?? 'new'}/${where.scope}`,
      fields: kind.fields,
    },
    ...where,
  });
}
