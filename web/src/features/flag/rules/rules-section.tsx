import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, type ReactElement, Suspense } from 'react';
import { rulesQuery } from '@/api/rules';
import { type Flag, type Rule } from '@/api/types';
import { useIsReadOnly, useWriteBlock } from '@/changes';
import { DataState } from '@/components/data-state';
import { EmptyState } from '@/components/empty-state';
import { SortableList } from '@/components/sortable-list';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { rulesCopy as copy } from '@/copy/rules';
import { planRuleReorder } from '@/lib/plan';
import { SectionHeader } from '../targeting/section-header';
import { useSegments } from '../targeting/segment-lookup';
import { useDrawer } from '../targeting/use-drawer';
import { useOrder } from '../targeting/use-order';
import { DefaultRuleCard } from './default-rule-card';
import { RuleCard } from './rule-card';
import { type RulesScene } from './rule-scene';

const NewRuleDrawer = lazy(async () => ({ default: (await import('./new-rule-drawer')).NewRuleDrawer }));

interface RulesSectionProps {
  readonly namespaceKey: string;
  readonly flag: Flag;
}

/** The rules of a variant flag, by rank, and what holds when none of them matches. */
export function RulesSection({ namespaceKey, flag }: RulesSectionProps): ReactElement {
  const query = useQuery(rulesQuery(namespaceKey, flag.key));
  const segments = useSegments(namespaceKey);
  const block = useWriteBlock(copy.actions.create);
  const drawer = useDrawer('rule');
  const data =
    query.data === undefined || segments === undefined ? undefined : { flag, rules: query.data, segments };
  return (
    <section aria-labelledby="rules-heading" className="flex flex-col gap-3">
      <SectionHeader
        id="rules-heading"
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
      {!flag.enabled && <Banner>{copy.disabled}</Banner>}
      {flag.variants.length === 0 && (
        <Banner
          actions={
            <Link inText to={{ search: '?variant=new' }}>
              {copy.toVariants}
            </Link>
          }
        >
          {copy.noVariants}
        </Banner>
      )}
      <DataState query={{ ...query, data }} what={copy.what}>
        {(scene) => (
          <>
            <RuleList scene={scene} />
            <Suspense>
              {drawer.subject === 'new' && <NewRuleDrawer scene={scene} onClose={drawer.close} />}
            </Suspense>
          </>
        )}
      </DataState>
      <DefaultRuleCard flag={flag} />
    </section>
  );
}

function RuleList({ scene }: { readonly scene: RulesScene }): ReactElement {
  const { flag, rules } = scene;
  const isReadOnly = useIsReadOnly();
  const nameOf = ({ segmentKeys }: Rule): string => copy.nameOf(segmentKeys.join(', '));
  const move = useOrder({
    items: rules,
    queryKey: rulesQuery(flag.namespaceKey, flag.key).queryKey,
    planOf: (wanted) => planRuleReorder(scene, wanted),
    success: (rule, position) => copy.moved(nameOf(rule), position, rules.length),
    action: copy.actions.reorder,
  });
  if (rules.length === 0) return <EmptyState title={copy.none} description={copy.noneText} />;
  return (
    <SortableList
      label={copy.title}
      items={rules}
      idOf={({ id }) => id}
      nameOf={nameOf}
      fixed={isReadOnly}
      onMove={move}
      renderItem={(rule, index, handle) => (
        <RuleCard scene={scene} rule={rule} index={index} handle={handle} onMove={move} />
      )}
    />
  );
}
