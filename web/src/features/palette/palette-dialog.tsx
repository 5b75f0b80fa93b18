import {
  Fragment,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useOpenedPath, useRecents } from '@/app/recents';
import { Dialog } from '@/components/ui/dialog';
import { inputClasses } from '@/components/ui/input-classes';
import { paletteCopy as copy } from '@/copy/palette';
import { formatCount } from '@/lib/numbers';
import { type FollowUp, FollowUpDialog } from './follow-up-dialog';
import { findEntries, type PaletteEntry, recentEntries } from './palette-entries';
import { usePaletteEntries } from './use-palette-entries';

/** Goes anywhere and does what the page can do, by typing. */
export function PaletteDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [followUp, setFollowUp] = useState<FollowUp>();
  const entries = usePaletteEntries(setFollowUp);
  const field = useRef<HTMLInputElement>(null);
  if (followUp !== undefined) return <FollowUpDialog followUp={followUp} onClose={onClose} />;
  return (
    <Dialog open title={copy.title} initialFocus={field} onClose={onClose}>
      <PaletteSearch
        ref={field}
        entries={entries}
        onRun={(entry) => {
          entry.run();
          // What asks first goes on in a dialog of its own, in place of this one.
          if (entry.staysOpen !== true) onClose();
        }}
      />
    </Dialog>
  );
}

interface PaletteSearchProps {
  readonly ref: React.Ref<HTMLInputElement>;
  readonly entries: readonly PaletteEntry[];
  readonly onRun: (entry: PaletteEntry) => void;
}

function PaletteSearch({ ref, entries, onRun }: PaletteSearchProps): ReactElement {
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const opened = useOpenedPath();
  const recents = useRecents();
  // Nobody goes to where they are.
  const elsewhere = useMemo(() => recents.filter((path) => path !== opened), [recents, opened]);
  const found = useMemo(() => findEntries(entries, query, elsewhere), [entries, query, elsewhere]);
  const first = useMemo(() => recentEntries(entries, elsewhere).length, [entries, elsewhere]);
  const recent = query.trim() === '' ? first : 0;
  const activeOption = useRef<HTMLLIElement>(null);
  useEffect(() => {
    activeOption.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    }
    const entry = found[active];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && entry !== undefined) {
      event.preventDefault();
      onRun(entry);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <input
        ref={ref}
        role="combobox"
        aria-label={copy.field}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={copy.field}
        value={query}
        className={inputClasses({})}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setQuery(target.value);
          setActive(0);
        }}
      />
      <p role="status" className="sr-only">
        {copy.found(formatCount(found.length))}
      </p>
      {found.length === 0 && <p className="px-3 text-muted">{copy.nothing}</p>}
      <ul
        role="listbox"
        id={`${id}-list`}
        aria-label={copy.results}
        className="max-h-80 overflow-y-auto"
        // The field keeps the focus.
        onMouseDown={(event) => {
          event.preventDefault();
        }}
      >
        {found.map((entry, index) => (
          <Fragment key={`${entry.kind}:${entry.key ?? entry.label}`}>
            {recent > 0 && (index === 0 || index === recent) && (
              <li role="presentation" className="px-3 pt-2 pb-1 text-caption font-medium text-muted">
                {index === 0 ? copy.recent : copy.everything}
              </li>
            )}
            <li
              ref={index === active ? activeOption : undefined}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className="flex cursor-default items-center gap-3 rounded-control px-3 py-1.5 aria-selected:bg-accent-soft"
              onMouseMove={() => {
                setActive(index);
              }}
              onClick={() => {
                onRun(entry);
              }}
            >
              <span className="min-w-0 flex-1">
                <span className="block break-words">{entry.label}</span>
                {entry.key !== undefined && (
                  <span className="block font-mono text-caption break-all text-muted">{entry.key}</span>
                )}
              </span>
              <span className="text-caption text-muted">{copy.kinds[entry.kind]}</span>
            </li>
          </Fragment>
        ))}
      </ul>
    </div>
  );
}
