import { type ReactElement } from 'react';
import { useSearchState } from '@/app/search-state';
import { useTitle } from '@/app/title';
import { PageHeader } from '@/components/page-header';
import { Tabs } from '@/components/ui/tabs';
import { tokensCopy } from '@/copy/tokens';
import * as z from '@/lib/zod';
import { SessionsTab } from './sessions-tab';
import { TokensTab } from './tokens-tab';

const schema = z.object({ tab: z.optional(z.enum(['sessions'])) });

/** Credentials of programs and sessions of people. */
export function Component(): ReactElement {
  useTitle(tokensCopy.title);
  const [{ tab }, setSearch] = useSearchState(schema);
  const copy = tokensCopy.tabs;
  return (
    <>
      <PageHeader title={tokensCopy.title} description={tokensCopy.description} />
      <Tabs
        label={copy.label}
        value={tab ?? 'tokens'}
        onChange={(value) => {
          setSearch({ tab: value === 'sessions' ? value : undefined });
        }}
        tabs={[
          { value: 'tokens', label: copy.tokens, content: <TokensTab /> },
          { value: 'sessions', label: copy.sessions, content: <SessionsTab /> },
        ]}
      />
    </>
  );
}
