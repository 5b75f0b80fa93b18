import { type ReactElement, useState } from 'react';
import { type Rollout } from '@/api/types';
import { RolloutDrawer } from './rollout-drawer';
import { type RolloutsScene } from './rollout-scene';
import { rolloutProblems } from './rollout-values';
import { useRolloutForm } from './use-rollout-form';

interface EditRolloutProps {
  readonly scene: RolloutsScene;
  readonly rollout: Rollout;
  readonly onClose: () => void;
}

/** Changes all of a rollout, its description and its kind as well. */
export function EditRollout({ scene, rollout, onClose }: EditRolloutProps): ReactElement {
  const form = useRolloutForm(scene, rollout, 'drawer');
  const [isDone, setDone] = useState(false);
  const { values, change } = form.editing;
  const save = async (): Promise<boolean> => {
    const isSaved = await form.save();
    setDone(isSaved);
    return isSaved;
  };
  return (
    <>
      <RolloutDrawer
        scene={scene}
        rollout={rollout}
        draft={form.draft}
        values={values}
        problems={rolloutProblems(values)}
        isSaving={form.isSaving}
        canSave={form.canSave}
        save={save}
        isDone={isDone}
        onClose={onClose}
        onChange={change}
      />
      {form.dialog}
    </>
  );
}
