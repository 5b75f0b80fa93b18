import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { tokensQuery } from '@/api/tokens';
import { type Token } from '@/api/types';
import { nameOf, secondNameOf } from '@/app/person';
import { useSession } from '@/app/use-session';
import { DataState } from '@/components/data-state';
import { EmptyState } from '@/components/empty-state';
import { Time } from '@/components/time';
import { Button } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table';
import { methodsCopy } from '@/copy/methods';
import { tokensCopy } from '@/copy/tokens';
import { refusedState } from './refused-state';
import { sessionsOf } from './session-facts';
import { SignOutDialog } from './sign-out-dialog';
import { useTokenBlock } from './use-token-block';

/** Who is signed in: people, and service accounts of the orchestrator. */
export function SessionsTab(): ReactElement {
  const records = useQuery({ ...tokensQuery(), select: sessionsOf });
  return (
    <DataState
      query={records}
      what={tokensCopy.whatSessions}
      renderError={refusedState}
      isEmpty={(list) => list.length === 0}
      empty={<EmptyState title={tokensCopy.noSessions} />}
    >
      {(sessions) => <SessionsTable sessions={sessions} />}
    </DataState>
  );
}

function SessionsTable({ sessions }: { readonly sessions: readonly Token[] }): ReactElement {
  const copy = tokensCopy.columns;
  const session = useSession();
  const blocked = useTokenBlock('signOut');
  const [ended, setEnded] = useState<Token>();
  const ownId = session.kind === 'person' ? session.self.id : undefined;
  return (
    <>
      <Table caption={tokensCopy.tabs.sessions}>
        <thead>
          <tr>
            <HeaderCell>{copy.who}</HeaderCell>
            <HeaderCell>{copy.method}</HeaderCell>
            <HeaderCell priority="secondary">{copy.created}</HeaderCell>
            <HeaderCell>{copy.expires}</HeaderCell>
            <HeaderCell align="end">
              <span className="sr-only">{copy.actions}</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {sessions.map((record) => (
            <Row key={record.id}>
              <Cell className="max-w-72">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="min-w-0 font-medium break-words">{nameOf(record)}</span>
                  {record.id === ownId && <Chip tone="accent">{tokensCopy.you}</Chip>}
                </span>
                <span className="block text-secondary break-words text-muted">{secondNameOf(record)}</span>
              </Cell>
              <Cell>{methodsCopy[record.method].one}</Cell>
              <Cell priority="secondary">
                {record.createdAt !== undefined && <Time timestamp={record.createdAt} />}
              </Cell>
              <Cell>
                {record.expiresAt === undefined ? (
                  <Chip>{tokensCopy.states.never}</Chip>
                ) : (
                  <Time timestamp={record.expiresAt} />
                )}
              </Cell>
              <Cell align="end">
                <Button
                  size="compact"
                  blocked={blocked}
                  aria-label={tokensCopy.sessions.signOutOf(nameOf(record))}
                  onClick={() => {
                    setEnded(record);
                  }}
                >
                  {tokensCopy.sessions.signOut}
                </Button>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {ended !== undefined && (
        <SignOutDialog
          record={ended}
          isOwn={ended.id === ownId}
          onClose={() => {
            setEnded(undefined);
          }}
        />
      )}
    </>
  );
}
