import { Undo2 } from 'lucide-react';
import { type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { type HistoryEntry, usePlans, useTabHistory, useWriteBlock } from '@/changes';
import { DiffList } from '@/components/diff-list';
import { EmptyState } from '@/components/empty-state';
import { Time } from '@/components/time';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Chip } from '@/components/ui/chip';
import { useShownWhenLinked } from '@/components/use-shown-when-linked';
import { commonCopy } from '@/copy/common';
import { flagCopy } from '@/copy/flag';
import { RecordedChanges } from '@/features/activity';
import { apiPath } from '@/api/paths';
import { type Plan } from '@/lib/plan';
import { useFlagOutlet } from './flag-outlet';
import { useFlagContents } from './use-flag-contents';

/**
 * What this tab changed of the flag, newest first, each of it with the way back; and what the audit log
 * knows of it. The address may point at one of either.
 */
export function Component(): ReactElement {
  const { namespaceKey, flag } = useFlagOutlet();
  const path = apiPath('namespaces', namespaceKey, 'flags', flag.key);
  const entries = useTabHistory().filter(({ plan }) => isAbout(plan, path));
  const [search] = useSearchParams();
  const linked = search.get('entry') ?? undefined;
  const isOfTab = entries.some(({ id }) => String(id) === linked);
  return (
    <div className="flex max-w-[55rem] flex-col gap-8">
      <section aria-labelledby="history" className="flex flex-col gap-4">
        <h2 id="history" className="text-section font-semibold">
          {flagCopy.history.title}
        </h2>
        {entries.length === 0 && <EmptyState title={flagCopy.history.empty} />}
        <ol className="flex flex-col gap-4">
          {entries.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} isLinked={linked === String(entry.id)} />
            </li>
          ))}
        </ol>
      </section>
      <RecordedChanges
        contents={useFlagContents(namespaceKey, flag)}
        linkedId={isOfTab ? undefined : linked}
      />
    </div>
  );
}

/** True for a plan with a step of the flag: one plan may copy or change several. */
function isAbout({ steps }: Plan, path: string): boolean {
  return steps.some(({ call }) => call.path === path || call.path.startsWith(`${path}/`));
}

function Entry({
  entry,
  isLinked,
}: {
  readonly entry: HistoryEntry;
  readonly isLinked: boolean;
}): ReactElement {
  const { plan, at, isUndone } = entry;
  const plans = usePlans();
  const card = useShownWhenLinked<HTMLElement>(isLinked);
  const block = useWriteBlock(flagCopy.actions.update);
  const undo = (
    <Button
      size="compact"
      icon={<Undo2 aria-hidden size={16} />}
      blocked={block}
      onClick={() => void plans.undo(entry)}
    >
      {commonCopy.undo}
    </Button>
  );
  return (
    <Card
      ref={card}
      level={3}
      title={plan.title}
      description={<Time timestamp={at} />}
      aria-current={isLinked ? 'true' : undefined}
      className={isLinked ? 'border-accent' : ''}
      actions={
        isUndone ? <Chip>{flagCopy.history.undone}</Chip> : plan.inverse === undefined ? undefined : undo
      }
    >
      <DiffList changes={plan.changes} />
    </Card>
  );
}
