import { type ReactElement } from 'react';
import { useScope } from '@/app/use-session';
import { Button } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { activityCopy } from '@/copy/activity';
import { ActorField } from './actor-field';
import { type EventFilterState } from './use-event-filter';

const copy = activityCopy.filters;

const ANY = 'any';

interface EventFiltersProps {
  readonly namespaceKey: string;
  readonly state: EventFilterState;
}

/** Which events are listed: where, of what kind, by whom, and when. */
export function EventFilters({ namespaceKey, state }: EventFiltersProps): ReactElement {
  const { search, change, isFiltered, clear } = state;
  // The server refuses the whole log to a token of one namespace.
  const isScoped = useScope() !== undefined;
  return (
    <div role="group" aria-label={copy.label} className="flex flex-col gap-3 pb-4">
      <div className="flex flex-wrap items-end gap-3">
        {!isScoped && (
          <Select
            className="w-full sm:w-52"
            label={copy.scope}
            value={search.scope ?? ANY}
            options={[
              { value: ANY, label: copy.here(namespaceKey) },
              { value: 'all', label: copy.everywhere, description: copy.everywhereText },
            ]}
            onChange={(scope) => {
              change({ scope: scope === 'all' ? scope : undefined });
            }}
          />
        )}
        <WordSelect
          label={copy.type}
          any={copy.anyType}
          words={activityCopy.types}
          value={search.type}
          onChange={(type) => {
            change({ type });
          }}
        />
        <WordSelect
          label={copy.action}
          any={copy.anyAction}
          words={activityCopy.actions}
          value={search.action}
          onChange={(action) => {
            change({ action });
          }}
        />
        <ActorField
          key={search.actor}
          actor={search.actor ?? ''}
          onChange={(actor) => {
            change({ actor });
          }}
        />
        <TextField
          type="date"
          className="w-full sm:w-40"
          label={copy.from}
          value={search.from ?? ''}
          onChange={(event) => {
            change({ from: event.currentTarget.value });
          }}
        />
        <TextField
          type="date"
          className="w-full sm:w-40"
          label={copy.to}
          value={search.to ?? ''}
          onChange={(event) => {
            change({ to: event.currentTarget.value });
          }}
        />
      </div>
      {isFiltered && (
        <div className="flex flex-wrap items-center gap-2">
          {search.flag !== undefined && (
            <Chip
              tone="accent"
              onRemove={() => {
                change({ flag: undefined });
              }}
            >
              {copy.flag(search.flag)}
            </Chip>
          )}
          {search.segment !== undefined && (
            <Chip
              tone="accent"
              onRemove={() => {
                change({ segment: undefined });
              }}
            >
              {copy.segment(search.segment)}
            </Chip>
          )}
          <Button variant="ghost" size="compact" onClick={clear}>
            {copy.clear}
          </Button>
        </div>
      )}
    </div>
  );
}

interface WordSelectProps {
  readonly label: string;
  readonly any: string;
  /** What there is to choose, by the word that the server has for it. */
  readonly words: Readonly<Record<string, string>>;
  readonly value: string | undefined;
  readonly onChange: (word: string | undefined) => void;
}

function WordSelect({ label, any, words, value, onChange }: WordSelectProps): ReactElement {
  return (
    <Select
      className="w-full sm:w-36"
      label={label}
      value={value ?? ANY}
      options={[
        { value: ANY, label: any },
        ...Object.entries(words).map(([word, text]) => ({ value: word, label: text })),
      ]}
      onChange={(word) => {
        onChange(word === ANY ? undefined : word);
      }}
    />
  );
}
