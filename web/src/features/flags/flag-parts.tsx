import { SlidersHorizontal, ToggleLeft, TriangleAlert } from 'lucide-react';
import { type ReactElement } from 'react';
import { Link } from 'react-router';
import { type Flag } from '@/api/types';
import { namespacePath } from '@/app/namespace';
import { OutcomeBar } from '@/components/outcome-bar';
import { Skeleton } from '@/components/ui/skeleton';
import { flagWords } from '@/copy/flag-words';
import { flagsCopy as copy } from '@/copy/flags';
import { FlagStateControl } from '@/features/flag';
import { forcedValue, type SegmentLookup } from '@/lib/audience';
import { formatCounted } from '@/lib/numbers';
import { type FlagEntry, stepCount } from './flag-entry';

/** What rows and cards know beside their own flag. */
export interface IndexState {
  /** What tells how far rules and rollouts reach. */
  readonly segments: SegmentLookup;
  /** True while what decides is on its way. */
  readonly isLoading: boolean;
  /** True where the server does not give the index: each flag is asked for by itself. */
  readonly isRefused: boolean;
}

/**
 * The name and key of a flag as the link that fills its whole row or card: that has to be `relative`, and what else
 * can be used in it has to lie above.
 */
export function FlagLink({ flag }: { readonly flag: Flag }): ReactElement {
  return (
    <Link
      to={namespacePath(flag.namespaceKey, 'flags', flag.key)}
      data-row-link={flag.key}
      className="block min-w-0 rounded-control after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      <span className="block font-medium break-words">{flag.name}</span>{' '}
      <code className="block break-all text-muted">{flag.key}</code>
    </Link>
  );
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
  const Icon = flag.type === 'VARIANT_FLAG_TYPE' ? SlidersHorizontal : ToggleLeft;
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
  if (entry.contents === undefined) return <NotKnown state={state} />;
  return <OutcomeBar contents={entry.contents} segments={state.segments} className="relative block w-24" />;
}

/** How many rules or rollouts decide. */
export function FlagTargeting({ entry, state }: IndexedPartProps): ReactElement {
  const count = stepCount(entry);
  if (count === undefined) return <NotKnown state={state} />;
  const noun = entry.type === 'VARIANT_FLAG_TYPE' ? 'rule' : 'rollout';
  return (
    <span className="whitespace-nowrap text-muted">
      {count === 0 ? copy.noTargeting : formatCounted(count, noun)}
    </span>
  );
}

function NotKnown({ state }: Pick<IndexedPartProps, 'state'>): ReactElement {
  if (state.isLoading) return <Skeleton className="w-16" />;
  return (
    <span className="text-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">{state.isRefused ? copy.byRow.failed : copy.noIndex}</span>
    </span>
  );
}
