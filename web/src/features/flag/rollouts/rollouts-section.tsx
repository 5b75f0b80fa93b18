import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, type ReactElement, Suspense } from 'react';
import { rolloutsQuery } from '@/api/rollouts';
import { type Flag, type Rollout } from '@/api/types';
import { useIsReadOnly, useWriteBlock } from '@/changes';
import { AudienceBar } from '@/components/audience-bar';
import { audienceSegments } from '@/components/audience-segments';
import { DataState } from '@/components/data-state';
import { EmptyState } from '@/components/empty-state';
import { SortableList } from '@/components/sortable-list';
import { Button } from '@/components/ui/button';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { barTextOf, outcomeOf } from '@/lib/audience';
import { withEdits } from '@/lib/flag-edits';
import { planRolloutReorder } from '@/lib/plan';
import { SectionHeader } from '../targeting/section-header';
import { useSegments } from '../targeting/segment-lookup';
import { useDrawer } from '../targeting/use-drawer';
import { useOrder } from '../targeting/use-order';
import { useUnsavedEdits } from '../unsaved-edits';
import { DefaultValueCard } from './default-value-card';
import { RolloutCard } from './rollout-card';
import { type RolloutsScene } from './rollout-scene';

const EditRollout = lazy(async () => ({ default: (await import('./edit-rollout')).EditRollout }));

const NewRollout = lazy(async () => ({ default: (await import('./new-rollout')).NewRollout }));

interface RolloutsSectionProps {
  readonly namespaceKey: string;
  readonly flag: Flag;
}

/** The rollouts of a boolean flag, by rank, and what holds when none of them matches. */
export function RolloutsSection({ namespaceKey, flag }: RolloutsSectionProps): ReactElement {
  const query = useQuery(rolloutsQuery(namespaceKey, flag.key));
  const segments = useSegments(namespaceKey);
  const block = useWriteBlock(copy.actions.create);
  const drawer = useDrawer('rollout');
  const data =
    query.data === undefined || segments === undefined ? undefined : { flag, rollouts: query.data, segments };
  return (
    <section aria-labelledby="rollouts-heading" className="flex flex-col gap-3">
      <SectionHeader
        id="rollouts-heading"
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
      <DataState query={{ ...query, data }} what={copy.what}>
        {(scene) => (
          <>
            <StackBar scene={scene} />
            <RolloutList scene={scene} />
            <Suspense>
              <OpenDrawer scene={scene} />
            </Suspense>
          </>
        )}
      </DataState>
      <DefaultValueCard flag={flag} />
    </section>
  );
}

/** Who gets what of the whole flag, as it will be when what was edited is saved. */
function StackBar({ scene: { flag, rollouts, segments } }: { readonly scene: RolloutsScene }): ReactElement {
  const contents = withEdits({ flag, rules: [], rollouts }, useUnsavedEdits());
  const parts = outcomeOf(contents, segments).blocks.flatMap((block) =>
    block.parts.map(({ answer, share }) => ({ answer, share: (share * block.width) / 100 })),
  );
  return (
    <AudienceBar
      size="large"
      segments={audienceSegments(parts, flag.variants)}
      sentence={barTextOf(contents, segments)}
    />
  );
}

function OpenDrawer({ scene }: { readonly scene: RolloutsScene }): ReactElement | null {
  const { subject, close } = useDrawer('rollout');
  if (subject === 'new') return <NewRollout scene={scene} onClose={close} />;
  const rollout = scene.rollouts.find(({ id }) => id === subject);
  return rollout === undefined ? null : <EditRollout scene={scene} rollout={rollout} onClose={close} />;
}

function RolloutList({ scene }: { readonly scene: RolloutsScene }): ReactElement {
  const { flag, rollouts } = scene;
  const isReadOnly = useIsReadOnly();
  const nameOf = ({ id, type }: Rollout): string =>
    copy.nameOf(rollouts.findIndex((rollout) => rollout.id === id) + 1, copy.kinds[type]);
  const move = useOrder({
    items: rollouts,
    queryKey: rolloutsQuery(flag.namespaceKey, flag.key).queryKey,
    planOf: (wanted) => planRolloutReorder(scene, wanted),
    success: (rollout, position) => copy.moved(nameOf(rollout), position, rollouts.length),
    action: copy.actions.reorder,
  });
  if (rollouts.length === 0) return <EmptyState title={copy.none} description={copy.noneText} />;
  return (
    <SortableList
      label={copy.title}
      items={rollouts}
      idOf={({ id }) => id}
      nameOf={nameOf}
      fixed={isReadOnly}
      onMove={move}
      renderItem={(rollout, index, handle) => (
        <RolloutCard scene={scene} rollout={rollout} index={index} handle={handle} onMove={move} />
      )}
    />
  );
}
