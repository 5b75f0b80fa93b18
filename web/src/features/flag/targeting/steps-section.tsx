import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactElement, type ReactNode } from 'react';
import { flagQuery } from '@/api/flags';
import { useWriteBlock } from '@/changes';
import { DataState } from '@/components/data-state';
import { EmptyState } from '@/components/empty-state';
import { SortableList } from '@/components/sortable-list';
import { Button } from '@/components/ui/button';
import { type Flag } from '@/lib/model';
import { OpenStep } from './open-step';
import { useSegments } from './segment-lookup';
import { StepCard } from './step-card';
import { type Step, type StepKind, type StepsScene, type StepValues, type StepState } from './step-kind';
import { useDrawer } from './use-drawer';
import { useStepOrder } from './use-step-order';

interface StepsProps<S extends Step & Draft, Draft extends StepState, Values extends StepValues> {
  readonly kind: StepKind<S, Draft, Values>;
  readonly scene: StepsScene<S>;
}

interface StepsSectionProps<S extends Step & Draft, Draft extends StepState, Values extends StepValues> {
  readonly kind: StepKind<S, Draft, Values>;
  readonly flag: Flag;
  /** Why the steps do not do what they say. */
  readonly notices?: ReactNode;
  /** What all steps come to. */
  readonly overview?: (scene: StepsScene<S>) => ReactNode;
  /** What holds when no step decides. */
  readonly children: ReactNode;
}

/** The rules or rollouts of a flag, by rank. */
export function StepsSection<S extends Step & Draft, Draft extends StepState, Values extends StepValues>({
  kind,
  flag,
  notices,
  overview,
  children,
}: StepsSectionProps<S, Draft, Values>): ReactElement {
  const { copy } = kind;
  const headingId = `${kind.list}-heading`;
  const query = useQuery(flagQuery(flag.namespaceKey, flag.key));
  const segments = useSegments(flag.namespaceKey);
  const block = useWriteBlock(copy.actions.create);
  const drawer = useDrawer(kind.name);
  const data = query.data && segments && { flag, steps: kind.stepsOf(query.data), segments };
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <SectionHeader
        id={headingId}
        title={copy.title}
        description={copy.description}
        action={
          <Button
            icon={<Plus aria-hidden size={16} />}
            blocked={block}
            onClick={() => {
              drawer.open('new');
            }}
          >
            {copy.new}
          </Button>
        }
      />
      {notices}
      <DataState query={{ ...query, data }} what={copy.what}>
        {(scene) => (
          <>
            {overview?.(scene)}
            <StepList kind={kind} scene={scene} />
            <StepInDrawer kind={kind} scene={scene} />
          </>
        )}
      </DataState>
      {children}
    </section>
  );
}

function StepInDrawer<S extends Step & Draft, Draft extends StepState, Values extends StepValues>({
  kind,
  scene,
}: StepsProps<S, Draft, Values>): ReactElement | null {
  const { subject, close } = useDrawer(kind.name);
  const step = kind.hasDrawer ? scene.steps.find(({ id }) => id === subject) : undefined;
  if (subject !== 'new' && step === undefined) return null;
  return <OpenStep key={subject} kind={kind} scene={scene} step={step} onClose={close} />;
}

function StepList<S extends Step & Draft, Draft extends StepState, Values extends StepValues>({
  kind,
  scene,
}: StepsProps<S, Draft, Values>): ReactElement {
  const { steps } = scene;
  const { copy } = kind;
  const block = useWriteBlock(copy.actions.reorder);
  const move = useStepOrder(kind, scene);
  if (steps.length === 0) return <EmptyState title={copy.none} description={copy.noneText} />;
  return (
    <SortableList
      label={copy.title}
      items={steps}
      idOf={({ id }) => id}
      nameOf={(step) => kind.nameOf(step, steps.indexOf(step))}
      fixed={block !== undefined}
      onMove={move}
      renderItem={(step, index, handle) => (
        <StepCard kind={kind} scene={scene} step={step} index={index} handle={handle} onMove={move} />
      )}
    />
  );
}

interface SectionHeaderProps {
  /** Of the heading, which names the section. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly action: ReactNode;
}

/** The head of a section whose content stands in cards of its own. */
function SectionHeader({ id, title, description, action }: SectionHeaderProps): ReactElement {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h2 id={id} className="text-section font-semibold">
          {title}
        </h2>
        <p className="max-w-[72ch] text-secondary text-muted">{description}</p>
      </div>
      {action}
    </header>
  );
}
