import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { methodsQuery } from '@/api/methods';
import { type CreatedToken, tokensQuery } from '@/api/tokens';
import { useSearchState } from '@/app/search-state';
import { useShortcut } from '@/app/shortcuts';
import { DataState } from '@/components/data-state';
import { EmptyState } from '@/components/empty-state';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { tokensCopy } from '@/copy/tokens';
import * as z from '@/lib/zod';
import { CreatedTokenDialog } from './created-token-dialog';
import { NewTokenDrawer } from './new-token-drawer';
import { refusedState } from './refused-state';
import { TokensTable } from './tokens-table';
import { useTokenBlock } from './use-token-block';

const schema = z.object({ token: z.optional(z.literal('new')) });

/** The API tokens, and a new one. */
export function TokensTab(): ReactElement {
  const tokens = useQuery(tokensQuery('METHOD_TOKEN'));
  const { data: methods } = useQuery(methodsQuery());
  const [{ token }, setSearch] = useSearchState(schema);
  // The secret is here, from the answer of the server until the dialog is closed, and nowhere else.
  const [created, setCreated] = useState<CreatedToken>();
  const isOff = methods?.some(({ method, enabled }) => method === 'METHOD_TOKEN' && !enabled) === true;
  const block = useTokenBlock('create');
  const blocked = isOff ? tokensCopy.off : block;
  const open = (): void => {
    if (blocked === undefined) setSearch({ token: 'new' });
  };
  const close = (): void => {
    setSearch({ token: undefined });
  };
  useShortcut('n', open, { label: tokensCopy.new, where: tokensCopy.lists });
  const newButton = (
    <Button variant="primary" blocked={blocked} onClick={open}>
      {tokensCopy.new}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      {isOff && (
        <Banner tone="warn">
          <p className="font-medium">{tokensCopy.off}</p>
          <p>
            {tokensCopy.offText} <code>{tokensCopy.offSetting}</code>
          </p>
        </Banner>
      )}
      <DataState
        query={tokens}
        what={tokensCopy.what}
        renderError={refusedState}
        isEmpty={(list) => list.length === 0}
        empty={<EmptyState title={tokensCopy.empty} description={tokensCopy.emptyText} action={newButton} />}
      >
        {(list) => <TokensTable tokens={list} newButton={newButton} />}
      </DataState>
      {token === 'new' && blocked === undefined && <NewTokenDrawer onClose={close} onCreated={setCreated} />}
      {created !== undefined && (
        <CreatedTokenDialog
          created={created}
          onClose={() => {
            setCreated(undefined);
          }}
        />
      )}
    </div>
  );
}
