import { type ReactElement, type ReactNode, useEffect, useId } from 'react';
import { type Rollout } from '@/api/types';
import { saveKeys } from '@/changes/editing';
import { useFirstError } from '@/components/use-first-error';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { RadioGroup } from '@/components/ui/radio-group';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { RolloutFields } from './rollout-fields';
import { type RolloutsScene } from './rollout-scene';
import { type RolloutProblems, type RolloutValues } from './rollout-values';

interface RolloutDrawerProps {
  readonly scene: RolloutsScene;
  /** The rollout that is edited; undefined for a new one. */
  readonly rollout?: Rollout;
  /** The name of the draft of its form. */
  readonly draft: string;
  readonly values: RolloutValues;
  readonly onChange: <Name extends keyof RolloutValues>(name: Name, value: RolloutValues[Name]) => void;
  readonly problems: RolloutProblems;
  readonly isSaving: boolean;
  /** False while there is nothing to save. */
  readonly canSave: boolean;
  /** True when it was saved. */
  readonly save: () => Promise<boolean>;
  /** Saved, and the guard of unsaved changes knows: it may be closed. */
  readonly isDone: boolean;
  readonly onClose: () => void;
  /** What else the form asks. */
  readonly children?: ReactNode;
}

/** Everything of a rollout in one form, for new and for stored ones. */
export function RolloutDrawer({
  scene,
  rollout,
  draft,
  values,
  onChange,
  problems,
  isSaving,
  canSave,
  save,
  isDone,
  onClose,
  children,
}: RolloutDrawerProps): ReactElement {
  const formId = useId();
  const { form, focusFirstError } = useFirstError();
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  const submit = async (): Promise<void> => {
    if (!(await save())) focusFirstError();
  };
  const isReplaced = rollout !== undefined && rollout.type !== values.kind;
  return (
    <Drawer
      open
      title={rollout === undefined ? copy.new : copy.edit}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonCopy.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isSaving} disabled={!canSave}>
            {rollout === undefined ? commonCopy.create : commonCopy.update}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        className="flex flex-col gap-5"
        onKeyDown={(event) => {
          saveKeys(() => void submit())(event);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <RadioGroup
          label={copy.kinds.label}
          value={values.kind}
          options={[
            {
              value: 'THRESHOLD_ROLLOUT_TYPE',
              label: copy.kinds.THRESHOLD_ROLLOUT_TYPE,
              description: copy.kinds.threshold,
            },
            {
              value: 'SEGMENT_ROLLOUT_TYPE',
              label: copy.kinds.SEGMENT_ROLLOUT_TYPE,
              description: copy.kinds.segment,
            },
          ]}
          onChange={(kind) => {
            onChange('kind', kind);
          }}
        />
        {isReplaced && <p className="text-warn">{copy.kinds.replaced}</p>}
        <RolloutFields
          draft={draft}
          segments={scene.segments}
          values={values}
          problems={problems}
          onChange={onChange}
        />
        <TextField
          label={copy.rolloutDescription}
          optional
          value={values.description}
          onChange={(event) => {
            onChange('description', event.currentTarget.value);
          }}
        />
        {children}
      </form>
    </Drawer>
  );
}
