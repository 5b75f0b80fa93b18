import { Search } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { useShortcut } from '@/app/shortcuts';
import { EmptyState } from '@/components/empty-state';
import { Button } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { tokensCopy } from '@/copy/tokens';
import { type TokenFacts, type TokenState } from './token-facts';
import { scopeName, type TokenView } from './token-list';
import { type TokenViewState } from './use-token-view';

interface ViewProps {
  readonly view: TokenView;
  readonly onChange: TokenViewState['change'];
}

const copy = tokensCopy.filters;

const ANY = 'any';

const states: readonly TokenState[] = ['valid', 'soon', 'expired', 'never'];

/** Search, scope and state. */
export function TokenFilters({
  tokens,
  view,
  onChange,
}: ViewProps & { readonly tokens: readonly TokenFacts[] }): ReactElement {
  const search = useRef<HTMLInputElement>(null);
  useShortcut('/', () => search.current?.focus(), { label: tokensCopy.focusSearch, where: tokensCopy.lists });
  return (
    <>
      <TextField
        ref={search}
        className="w-full sm:w-60"
        label={tokensCopy.search}
        hideLabel
        placeholder={tokensCopy.search}
        leading={<Search aria-hidden size={16} />}
        value={view.query}
        onChange={(event) => {
          onChange({ q: event.currentTarget.value }, { replace: true });
        }}
      />
      <Select
        className="w-44"
        label={copy.scope}
        hideLabel
        value={view.scope ?? ANY}
        options={[{ value: ANY, label: copy.anyScope }, ...scopesOf(tokens)]}
        onChange={(scope) => {
          onChange({ scope: scope === ANY ? undefined : scope });
        }}
      />
      <Select
        className="w-40"
        label={copy.state}
        hideLabel
        value={view.state ?? ANY}
        options={[
          { value: ANY, label: copy.anyState },
          ...states.map((value) => ({ value, label: tokensCopy.states[value] })),
        ]}
        onChange={(state) => {
          onChange({ state: state === ANY ? undefined : state });
        }}
      />
    </>
  );
}

/** Says which filters hide everything, and takes them away. */
export function NothingMatches({ view, onChange }: ViewProps): ReactElement {
  return (
    <EmptyState
      title={tokensCopy.nothing}
      action={
        <>
          {view.query !== '' && (
            <Chip
              onRemove={() => {
                onChange({ q: undefined });
              }}
            >
              {copy.query(view.query)}
            </Chip>
          )}
          {view.scope !== undefined && (
            <Chip
              onRemove={() => {
                onChange({ scope: undefined });
              }}
            >
              {scopeLabel(view.scope)}
            </Chip>
          )}
          {view.state !== undefined && (
            <Chip
              onRemove={() => {
                onChange({ state: undefined });
              }}
            >
              {tokensCopy.states[view.state]}
            </Chip>
          )}
          <Button
            onClick={() => {
              onChange({ q: undefined, scope: undefined, state: undefined });
            }}
          >
            {copy.clear}
          </Button>
        </>
      }
    />
  );
}

function scopesOf(
  tokens: readonly TokenFacts[],
): readonly { readonly value: string; readonly label: string }[] {
  const names = new Set(tokens.map(scopeName));
  return [...names].toSorted().map((value) => ({ value, label: scopeLabel(value) }));
}

function scopeLabel(scope: string): string {
  return scope === 'all' ? tokensCopy.allNamespaces : tokensCopy.only(scope.replace(/^only:/, ''));
}
