import { CircleHelp } from 'lucide-react';
import { type ReactElement } from 'react';
import { Button } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { filtersCopy as copy } from '@/copy/filters';
import { type Query, withoutTerm } from '@/lib/query-language';

interface FilterChipsProps<Item> {
  readonly filter: Query<Item>;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Says of a term that it is not understood. */
  readonly unknownText: (term: string) => string;
}

/** The filters of a query as chips; what is not understood is never left out silently. */
export function FilterChips<Item>({
  filter,
  text,
  onChange,
  unknownText,
}: FilterChipsProps<Item>): ReactElement | null {
  const { terms, notUnderstood } = filter;
  const chips = terms.filter((term) => term.filter !== undefined || notUnderstood.includes(term));
  if (chips.length === 0) return null;
  return (
    <ul aria-label={copy.active} className="flex flex-wrap items-center gap-1.5 pb-3">
      {chips.map((term, index) => {
        const isUnknown = notUnderstood.includes(term);
        return (
          <li key={index}>
            <Chip
              mono={!isUnknown}
              tone={isUnknown ? 'warn' : 'accent'}
              icon={isUnknown && <CircleHelp aria-hidden size={14} />}
              label={term.text}
              onRemove={() => {
                onChange(withoutTerm(text, term.text));
              }}
            >
              {isUnknown ? unknownText(term.text) : term.text}
            </Chip>
          </li>
        );
      })}
      <li>
        <Button
          variant="ghost"
          size="compact"
          onClick={() => {
            onChange('');
          }}
        >
          {copy.clear}
        </Button>
      </li>
    </ul>
  );
}
