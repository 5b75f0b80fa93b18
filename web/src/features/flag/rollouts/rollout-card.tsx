import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { type Rollout } from '@/api/types';
import { useWriteBlock } from '@/changes';
import { ChangedElsewhere, saveKeys } from '@/changes/editing';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { FormActions } from '../targeting/form-actions';
import { ImpactLine } from '../targeting/impact-line';
import { SegmentPreview } from '../targeting/segment-preview';
import { TargetCard } from '../targeting/target-card';
import { useTellEdit } from '../unsaved-edits';
import { RolloutMenu } from './rollout-menu';
import { audienceOf, impactText, type RolloutsScene } from './rollout-scene';
import { RolloutSummary } from './rollout-summary';
import { rolloutDraftOf, rolloutProblems } from './rollout-values';
import { useRolloutForm } from './use-rollout-form';

const RolloutFields = lazy(async () => ({ default: (await import('./rollout-fields')).RolloutFields }));

// Finding what never matches asks the evaluator, which what is read first does not need.
const SegmentFindings = lazy(async () => ({
  default: (await import('../targeting/segment-findings')).SegmentFindings,
}));

interface RolloutCardProps {
  readonly scene: RolloutsScene;
  readonly rollout: Rollout;
  /** Place of the rollout, from zero. */
  readonly index: number;
  readonly handle: ReactNode;
  readonly onMove: (from: number, to: number) => void;
}

/** One rollout: what it does, and its quick edit. */
export function RolloutCard({ scene, rollout, index, handle, onMove }: RolloutCardProps): ReactElement {
  const block = useWriteBlock(copy.actions.update);
  const form = useRolloutForm(scene, rollout, 'page');
  const [isOpen, setOpen] = useState(form.isResumed);
  const { values, change, isDirty, conflicts } = form.editing;
  const draft = rolloutDraftOf(values);
  useTellEdit(form.canSave ? { of: 'rollout', id: rollout.id, rollout: draft } : undefined);
  const segmentKeys = draft.type === 'SEGMENT_ROLLOUT_TYPE' ? draft.segment.segmentKeys : [];
  return (
    <TargetCard
      title={
        <>
          <span className="tabular-nums">{index + 1}</span> {copy.titles[rollout.type]}
        </>
      }
      handle={handle}
      isDirty={isDirty}
      isOpen={isOpen}
      onOpenChange={setOpen}
      menu={<RolloutMenu scene={scene} rollout={rollout} index={index} onMove={onMove} />}
      summary={
        <>
          <RolloutSummary scene={scene} index={index} draft={draft} />
          {/* Open, its form says so. */}
          {!isOpen && (
            <Suspense>
              <SegmentFindings segmentKeys={segmentKeys} segments={scene.segments} />
            </Suspense>
          )}
        </>
      }
    >
      <form
        aria-label={`${copy.titles[rollout.type]} ${index + 1}`}
        className="flex flex-col gap-4"
        onKeyDown={saveKeys(() => void form.save())}
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        {conflicts.length > 0 && <ChangedElsewhere onShow={() => void form.showConflicts()} />}
        <Suspense>
          <RolloutFields
            draft={form.draft}
            segments={scene.segments}
            values={values}
            problems={rolloutProblems(values)}
            blocked={block}
            onChange={change}
          />
        </Suspense>
        {segmentKeys.flatMap((key) => {
          const segment = scene.segments.get(key);
          return segment === undefined ? [] : [<SegmentPreview key={key} segment={segment} />];
        })}
        {form.canSave && draft.type === 'THRESHOLD_ROLLOUT_TYPE' && (
          <ImpactLine text={impactText(scene, audienceOf(scene.rollouts).with(index, draft))} />
        )}
        <FormActions form={form} blocked={block} />
      </form>
      {form.dialog}
    </TargetCard>
  );
}
