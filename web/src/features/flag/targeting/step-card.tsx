import { ArrowRightLeft } from 'lucide-react';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { useWriteBlock } from '@/changes';
import { CardForm } from '@/changes/editing';
import { useTellEdit } from '../unsaved-edits';
import { FindingList } from './finding-list';
import { SegmentPreview } from './segment-preview';
import { type Step, type StepKind, type StepProps, type StepValues, type StepState } from './step-kind';
import { StepMenu } from './step-menu';
import { TargetCard } from './target-card';
import { useStepForm } from './use-step-form';

// Finding what never matches asks the evaluator, which what is read first does not need.
const SegmentFindings = lazy(async () => ({
  default: (await import('./segment-findings')).SegmentFindings,
}));

interface StepCardProps<
  S extends Step & Draft,
  Draft extends StepState,
  Values extends StepValues,
> extends StepProps<S> {
  readonly kind: StepKind<S, Draft, Values>;
  readonly handle: ReactNode;
  readonly onMove: (from: number, to: number) => void;
}

/** One rule or rollout: what it does, and its form. */
export function StepCard<S extends Step & Draft, Draft extends StepState, Values extends StepValues>({
  kind,
  handle,
  onMove,
  ...place
}: StepCardProps<S, Draft, Values>): ReactElement {
  const { scene, step, index } = place;
  const { Fields, Summary } = kind;
  const block = useWriteBlock(kind.copy.actions.update);
  const form = useStepForm({ kind, scene, step, scope: 'page' });
  const [isOpen, setOpen] = useState(form.isResumed);
  const { values, isDirty } = form.editing;
  const draft = kind.draftOf(values, scene.flag);
  const shown = { ...step, ...draft };
  const edited = { ...place, scene: { ...scene, steps: scene.steps.with(index, shown) }, step: shown };
  const impact = form.canSave ? kind.impactOf(place, draft) : undefined;
  const segmentKeys = kind.segmentKeysOf(draft);
  useTellEdit(form.canSave ? kind.editOf(step.id, draft) : undefined);
  return (
    <TargetCard
      title={kind.headingOf(step, index)}
      handle={handle}
      isDirty={isDirty}
      isOpen={isOpen}
      onOpenChange={setOpen}
      menu={<StepMenu kind={kind} {...place} onMove={onMove} />}
      summary={
        <>
          <Summary scene={scene} index={index} draft={draft} />
          <FindingList findings={kind.findingsOf(edited)} />
          {/* Open, its form says so. */}
          {!isOpen && (
            <Suspense>
              <SegmentFindings segmentKeys={segmentKeys} segments={scene.segments} />
            </Suspense>
          )}
        </>
      }
    >
      <CardForm subject={scene.flag} form={form} label={kind.labelOf(step, index)} blocked={block}>
        <Suspense>
          <Fields
            scene={scene}
            step={step}
            form={form}
            problems={kind.problemsOf(values, scene.flag)}
            isWhole={false}
            blocked={block}
          />
        </Suspense>
        {segmentKeys.flatMap((key) => {
          const segment = scene.segments.get(key);
          return segment === undefined ? [] : [<SegmentPreview key={key} segment={segment} />];
        })}
        {impact !== undefined && <ImpactLine text={impact} />}
      </CardForm>
    </TargetCard>
  );
}

/** Who gets something else once the edit is saved. */
function ImpactLine({ text }: { readonly text: string }): ReactElement {
  return (
    <p role="status" className="flex items-start gap-1.5 rounded-control bg-accent-soft px-3 py-2">
      <span className="flex h-5 items-center text-accent">
        <ArrowRightLeft aria-hidden size={16} />
      </span>
      <span>{text}</span>
    </p>
  );
}
