import { useQueries } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactElement } from 'react';
import { healthQuery } from '@/api/health';
import { metaConfigQuery, metaQuery } from '@/api/meta';
import { methodsQuery } from '@/api/methods';
import { useTitle } from '@/app/title';
import { CopyButton } from '@/components/copy-button';
import { KeyValue } from '@/components/key-value';
import { PageHeader } from '@/components/page-header';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { SkeletonRows } from '@/components/ui/skeleton';
import { serverCopy as copy } from '@/copy/server';
import { diagnosticsOf, serverFacts, unreadable } from './server-facts';

/** What runs here. */
export function Component(): ReactElement {
  useTitle(copy.title);
  const queries = useQueries({
    queries: [metaQuery(), metaConfigQuery(), methodsQuery(), healthQuery()],
  });
  const [info, config, methods, health] = queries;
  const parts = {
    info: info.data,
    config: config.data,
    methods: methods.data,
    health: health.data,
  };
  const isLoading = queries.some(({ isPending }) => isPending);
  const missing = unreadable(parts);
  return (
    <>
      <PageHeader
        title={copy.title}
        description={copy.description}
        actions={
          <>
            <CopyButton text={diagnosticsOf(parts)} label={copy.diagnostics} withText />
            <Button
              icon={<RefreshCw aria-hidden size={16} />}
              busy={queries.some(({ isFetching }) => isFetching)}
              onClick={() => {
                for (const { refetch } of queries) void refetch();
              }}
            >
              {copy.refresh}
            </Button>
          </>
        }
      />
      {isLoading ? (
        <SkeletonRows />
      ) : (
        <div className="flex max-w-[45rem] flex-col gap-4">
          {missing.length > 0 && (
            <Banner tone="warn">
              <ul>
                {missing.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </Banner>
          )}
          {serverFacts(parts).map(({ title, facts }) => (
            <Card key={title} title={title}>
              <KeyValue items={facts} />
            </Card>
          ))}
        </div>
      )}
    </>
  );
}
