import { type ReactElement, Suspense } from 'react';
import { useSaveWords, useWriteBlock } from '@/changes';
import { FormDrawer } from '@/changes/editing';
import { commonCopy } from '@/copy/common';
import { type Step, type StepKind, type StepsScene, type StepValues, type StepState } from './step-kind';
import { useStepForm } from './use-step-form';

interface OpenStepProps<S extends Step & Draft, Draft extends StepState, Values extends StepValues> {
  readonly kind: StepKind<S, Draft, Values>;
  readonly scene: StepsScene<S>;
  /** Undefined for a new one. */
  readonly step: S | undefined;
  readonly onClose: () => void;
}

/** A new rule or rollout, or all of a stored one, in a drawer. */
export function OpenStep<S extends Step & Draft, Draft extends StepState, Values extends StepValues>({
  kind,
  scene,
  step,
  onClose,
}: OpenStepProps<S, Draft, Values>): ReactElement {
  const { Fields } = kind;
  const form = useStepForm({ kind, scene, step, scope: 'drawer', onSaved: onClose });
  const isNew = step === undefined;
  const { create, update } = kind.copy.actions;
  const blocked = useWriteBlock(isNew ? create : update);
  const action = useSaveWords(scene.flag, isNew ? commonCopy.create : commonCopy.update);
  return (
    // The drawer opens with its fields, the first of which has the focus.
    <Suspense>
      <FormDrawer
        form={form}
        title={isNew ? kind.copy.new : kind.copy.edit}
        action={action}
        blocked={blocked}
        onClose={onClose}
      >
        <Fields
          scene={scene}
          step={step}
          form={form}
          problems={isNew ? form.errors : kind.problemsOf(form.values, scene.flag)}
          isWhole
          blocked={blocked}
        />
      </FormDrawer>
    </Suspense>
  );
}
