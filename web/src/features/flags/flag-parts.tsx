import { forcedValue, type KnownSegments } from '@pennon/state';
import { SlidersHorizontal, ToggleLeft, TriangleAlert } from 'lucide-react';
import { type ReactElement } from 'react';
import { namespacePath } from '@/app/namespace';
import { RowLink } from '@/components/list/row-link';
import { NotKnown } from '@/components/not-known';
import { OutcomeBar } from '@/components/outcome-bar';
import { flagWords } from '@/copy/flag-words';
import { flagsCopy as copy } from '@/copy/flags';
import { FlagStateControl } from '@/features/flag';
import { type Flag } from '@/lib/model';
import { formatCounted } from '@/lib/numbers';
import { type FlagEntry, stepCount } from './flag-entry';

/** What rows and cards know beside their own flag. */
export interface IndexState {
  /** What tells how far rules and rollouts reach. */
  readonly segments: KnownSegments;
  /** True while what decides is on its way. */
  readonly isLoading: boolean;
  /** True where the server does not give the index: each flag is asked for by itself. */
  readonly isRefused: boolean;
}

/** The name and key of a flag as the link that fills its row or card. */
export function FlagLink({ flag: { namespaceKey, key, name } }: { readonly flag: Flag }): ReactElement {
  return <RowLink to={namespacePath(namespaceKey, 'flags', key)} name={name} rowKey={key} />;
}

/** A mark for what health has found, which the flag's page explains. */
export function FlagHealth({ entry }: { readonly entry: FlagEntry }): ReactElement | null {
  if (entry.findings.length === 0) return null;
  return (
    <TriangleAlert role="img" aria-label={copy.needsAttention} size={16} className="shrink-0 text-warn" />
  );
}

/** What the flag is switched to, and switches it. */
export function FlagState({ entry, state }: IndexedPartProps): ReactElement {
  const { flag, contents, rolloutCount } = entry;
  const forced = contents && forcedValue(contents, state.segments);
  return (
    <div className="relative z-1 w-fit">
      <FlagStateControl flag={flag} rollouts={rolloutCount} forced={forced} inList />
    </div>
  );
}

/** The first line of the description. */
export function FlagSummary({ flag }: { readonly flag: Flag }): ReactElement | null {
  const [line = ''] = flag.description.split('\n');
  return line === '' ? null : <p className="line-clamp-1 text-secondary text-muted">{line}</p>;
}

export function FlagTypeLabel({ flag }: { readonly flag: Flag }): ReactElement {
  const Icon = flag.type === 'variant' ? SlidersHorizontal : ToggleLeft;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-muted">
      <Icon aria-hidden size={16} />
      {flagWords.types[flag.type]}
    </span>
  );
}

interface IndexedPartProps {
  readonly entry: FlagEntry;
  readonly state: IndexState;
}

/** Who gets what. */
export function FlagAudience({ entry, state }: IndexedPartProps): ReactElement {
  if (entry.contents === undefined) return <IndexNotKnown state={state} />;
  return <OutcomeBar flag={entry.contents} segments={state.segments} className="relative block w-24" />;
}

/** How many rules or rollouts decide. */
export function FlagTargeting({ entry, state }: IndexedPartProps): ReactElement {
  const count = stepCount(entry);
  if (count === undefined) return <IndexNotKnown state={state} />;
  const noun = entry.type === 'variant' ? 'rule' : 'rollout';
  return (
    <span className="whitespace-nowrap text-muted">
      {count === 0 ? copy.noTargeting : formatCounted(count, noun)}
    </span>
  );
}

function IndexNotKnown({ state }: Pick<IndexedPartProps, 'state'>): ReactElement {
  return (
    <NotKnown isLoading={state.isLoading}>{state.isRefused ? copy.byRow.failed : copy.noIndex}</NotKnown>
  );
}
