import { type ReactElement, type ReactNode, use, useState } from 'react';
import { useSession } from '@/app/use-session';
import { type Token } from '@/api/types';
import { ClockContext } from '@/components/clock';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { HeaderCell, Table } from '@/components/ui/table';
import { tokensCopy } from '@/copy/tokens';
import { formatCount, formatCounted } from '@/lib/numbers';
import { DeleteTokensDialog } from './delete-tokens-dialog';
import { NothingMatches, TokenFilters } from './token-filters';
import { factsOf, type TokenFacts } from './token-facts';
import { shownTokens, type TokenColumn } from './token-list';
import { TokenRow } from './token-row';
import { useTokenBlock } from './use-token-block';
import { useTokenView } from './use-token-view';

interface TokensTableProps {
  readonly tokens: readonly Token[];
  readonly newButton: ReactNode;
}

/** All tokens, to be searched, sorted, and deleted one by one or several at once. */
export function TokensTable({ tokens, newButton }: TokensTableProps): ReactElement {
  const { now } = use(ClockContext);
  const { view, change } = useTokenView();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [deleted, setDeleted] = useState<readonly TokenFacts[]>([]);
  const blocked = useTokenBlock('delete');
  const ownId = useOwnTokenId();
  const all = tokens.map((token) => factsOf(token, now));
  const shown = shownTokens(all, view);
  const chosen = shown.filter(({ token }) => selected.has(token.id));
  const hasRoles = all.some(({ role }) => role !== '');
  const copy = tokensCopy.columns;
  const sortable = (column: TokenColumn) => ({
    sorted:
      view.column !== column
        ? undefined
        : view.isDescending
          ? ('descending' as const)
          : ('ascending' as const),
    onSort: () => {
      change({ sort: column, desc: view.column === column && !view.isDescending });
    },
  });
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <TokenFilters tokens={all} view={view} onChange={change} />
        <div className="ms-auto flex flex-wrap gap-2">
          {chosen.length > 0 && (
            <Button
              blocked={blocked}
              onClick={() => {
                setDeleted(chosen);
              }}
            >
              {tokensCopy.deleteSelected(formatCount(chosen.length))}
            </Button>
          )}
          {newButton}
        </div>
      </div>
      <p role="status" className="text-secondary text-muted">
        {tokensCopy.count(formatCounted(shown.length, 'token'))}
      </p>
      {shown.length === 0 ? (
        <NothingMatches view={view} onChange={change} />
      ) : (
        <Table caption={tokensCopy.title}>
          <thead>
            <tr>
              <th scope="col" className="w-10 border-b border-border ps-4">
                <Checkbox
                  label={tokensCopy.selectAll}
                  hideLabel
                  checked={chosen.length === shown.length}
                  mixed={chosen.length > 0 && chosen.length < shown.length}
                  onChange={(isOn) => {
                    setSelected(new Set(isOn ? shown.map(({ token }) => token.id) : []));
                  }}
                />
              </th>
              <HeaderCell {...sortable('name')}>{copy.name}</HeaderCell>
              <HeaderCell priority="secondary">{copy.description}</HeaderCell>
              <HeaderCell {...sortable('scope')}>{copy.scope}</HeaderCell>
              {hasRoles && <HeaderCell priority="secondary">{copy.role}</HeaderCell>}
              <HeaderCell priority="least" {...sortable('created')}>
                {copy.created}
              </HeaderCell>
              <HeaderCell {...sortable('expires')}>{copy.expires}</HeaderCell>
              <HeaderCell align="end">
                <span className="sr-only">{copy.actions}</span>
              </HeaderCell>
            </tr>
          </thead>
          <tbody>
            {shown.map((facts) => (
              <TokenRow
                key={facts.token.id}
                facts={facts}
                isOwn={facts.token.id === ownId}
                hasRoles={hasRoles}
                isSelected={selected.has(facts.token.id)}
                blocked={blocked}
                onSelect={(isOn) => {
                  const others = [...selected].filter((id) => id !== facts.token.id);
                  setSelected(new Set(isOn ? [...others, facts.token.id] : others));
                }}
                onDelete={() => {
                  setDeleted([facts]);
                }}
              />
            ))}
          </tbody>
        </Table>
      )}
      {deleted.length > 0 && (
        <DeleteTokensDialog
          tokens={deleted}
          ownId={ownId}
          onClose={() => {
            setDeleted([]);
          }}
        />
      )}
    </>
  );
}

/** The token that this page itself speaks with, if it does. */
function useOwnTokenId(): string | undefined {
  const session = useSession();
  return session.kind === 'token' ? session.self?.id : undefined;
}
