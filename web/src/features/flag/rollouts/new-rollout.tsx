import { type ReactElement, useState } from 'react';
import { usePlans, useUnsavedForm } from '@/changes';
import { Select } from '@/components/ui/select';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { targetingCopy } from '@/copy/targeting';
import { planRolloutCreate } from '@/lib/plan';
import * as z from '@/lib/zod';
import { RolloutDrawer } from './rollout-drawer';
import { type RolloutsScene } from './rollout-scene';
import {
  newRollout,
  rolloutDraftOf,
  rolloutFields,
  rolloutProblems,
  type RolloutValues,
} from './rollout-values';

const kept = z.object({ values: rolloutFields, index: z.exactOptional(z.number()) });

interface NewRolloutProps {
  readonly scene: RolloutsScene;
  readonly onClose: () => void;
}

/** Makes a rollout: last, or before another one. */
export function NewRollout({ scene, onClose }: NewRolloutProps): ReactElement {
  const plans = usePlans();
  const [values, setValues] = useState<RolloutValues>(newRollout);
  const [wantedIndex, setIndex] = useState<number>();
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isDone, setDone] = useState(false);
  const { rollouts } = scene;
  const index = Math.min(wantedIndex ?? rollouts.length, rollouts.length);
  const problems = rolloutProblems(values);

  const create = async (): Promise<boolean> => {
    setTried(true);
    if (Object.keys(problems).length > 0 || isSaving) return false;
    setSaving(true);
    const plan = planRolloutCreate(scene, rolloutDraftOf(values), index);
    const outcome = await plans.run(plan, { success: copy.created, action: copy.actions.create });
    setSaving(false);
    const isCreated = outcome !== 'cancelled' && outcome.failure === undefined;
    setDone(isCreated);
    return isCreated;
  };

  const isDirty = values !== newRollout || wantedIndex !== undefined;
  const { namespaceKey, key } = scene.flag;
  const draft = `flag/${namespaceKey}/${key}/rollout/new`;
  useUnsavedForm({
    name: draft,
    schema: kept,
    values: isDirty && !isDone ? { values, index: wantedIndex } : undefined,
    restore: (before) => {
      setValues({ ...newRollout, ...before.values });
      setIndex(before.index);
    },
    save: create,
    scope: 'drawer',
  });

  return (
    <RolloutDrawer
      scene={scene}
      draft={draft}
      values={values}
      problems={isTried ? problems : {}}
      isSaving={isSaving}
      canSave
      save={create}
      isDone={isDone}
      onClose={onClose}
      onChange={(name, value) => {
        setValues((before) => ({ ...before, [name]: value }));
      }}
    >
      {rollouts.length > 0 && (
        <Select
          label={targetingCopy.position}
          value={String(index)}
          options={[
            { value: String(rollouts.length), label: targetingCopy.last },
            ...rollouts.map((_, at) => ({ value: String(at), label: copy.before(at + 1) })),
          ]}
          onChange={(value) => {
            setIndex(Number(value));
          }}
        />
      )}
    </RolloutDrawer>
  );
}
