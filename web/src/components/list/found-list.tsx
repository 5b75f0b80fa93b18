import { type ReactElement, type ReactNode } from 'react';
import { EmptyState } from '@/components/empty-state';
import { Button } from '@/components/ui/button';
import { filtersCopy } from '@/copy/filters';
import { type Query } from '@/lib/query-language';
import { formatCount } from '@/lib/numbers';
import { FilterChips } from './filter-chips';

interface FoundListProps<Item> {
  readonly filter: Query<Item>;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** How many were found, and of how many. */
  readonly found: number;
  readonly all: number;
  readonly words: {
    readonly found: (found: string, all: string) => string;
    readonly noMatch: string;
    /** Says of a term that it is not understood. */
    readonly notUnderstood: (term: string) => string;
  };
  readonly note?: ReactNode;
  /** The rows or cards of those that were found. */
  readonly children: ReactNode;
}

/** What a query finds: its filters as chips, how much it is, and the way back where it is nothing. */
export function FoundList<Item>({
  filter,
  text,
  onChange,
  found,
  all,
  words,
  note,
  children,
}: FoundListProps<Item>): ReactElement {
  const clear = (): void => {
    onChange('');
  };
  return (
    <>
      <FilterChips filter={filter} text={text} onChange={onChange} unknownText={words.notUnderstood} />
      {note}
      <p role="status" className={found === all ? 'sr-only' : 'pb-2 text-muted'}>
        {words.found(formatCount(found), formatCount(all))}
      </p>
      {found === 0 ? (
        <EmptyState title={words.noMatch} action={<Button onClick={clear}>{filtersCopy.clear}</Button>} />
      ) : (
        children
      )}
    </>
  );
}
