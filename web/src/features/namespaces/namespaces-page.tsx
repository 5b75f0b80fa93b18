import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { namespacesQuery } from '@/api/namespaces';
import { isRefusal } from '@/api/session';
import { useSearchState } from '@/app/search-state';
import { useShortcut } from '@/app/shortcuts';
import { useTitle } from '@/app/title';
import { useWriteBlock } from '@/changes';
import { DataState } from '@/components/data-state';
import { EmptyState } from '@/components/empty-state';
import { PageHeader } from '@/components/page-header';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { namespacesCopy as copy } from '@/copy/namespaces';
import { type Namespace } from '@/lib/model';
import * as z from '@/lib/zod';
import { EditNamespaceDrawer } from './edit-namespace-drawer';
import { NamespacesTable } from './namespaces-table';
import { NewNamespaceDrawer } from './new-namespace-drawer';

const schema = z.object({
  /** `new`, or the key of the namespace that is edited. */
  namespace: z.optional(z.string()),
  /** The key of the namespace that a new one begins as a copy of. */
  from: z.optional(z.string()),
});

/** The namespaces, made, changed and deleted. */
export function Component(): ReactElement {
  useTitle(copy.title);
  const namespaces = useQuery(namespacesQuery());
  const [{ namespace: open, from }, setSearch] = useSearchState(schema);
  const blocked = useWriteBlock(copy.action.create, 'CreateNamespace');
  const create = (): void => {
    if (blocked === undefined) setSearch({ namespace: 'new' });
  };
  const close = (): void => {
    setSearch({ namespace: undefined, from: undefined });
  };
  useShortcut('n', create, { label: copy.new, where: copy.lists });
  return (
    <>
      <PageHeader
        title={copy.title}
        description={copy.description}
        actions={
          <Button variant="primary" blocked={blocked} onClick={create}>
            {copy.new}
          </Button>
        }
      />
      <DataState query={namespaces} what={copy.what} renderError={refusedState}>
        {(list) => (
          <div className="flex flex-col gap-4">
            {list.length === 1 && <Banner>{copy.onlyDefault}</Banner>}
            <NamespacesTable
              namespaces={list}
              onDuplicate={({ key }) => {
                setSearch({ namespace: 'new', from: key });
              }}
            />
            <OpenDrawer namespaces={list} open={open} from={from} onClose={close} />
          </div>
        )}
      </DataState>
    </>
  );
}

interface OpenDrawerProps {
  readonly namespaces: readonly Namespace[];
  readonly open: string | undefined;
  readonly from: string | undefined;
  readonly onClose: () => void;
}

/** The drawer that the address names; none where nothing can be changed or there is no such namespace. */
function OpenDrawer({ namespaces, open, from, onClose }: OpenDrawerProps): ReactElement | null {
  const canCreate = useWriteBlock(copy.action.create, 'CreateNamespace') === undefined;
  const canUpdate = useWriteBlock(copy.action.update, 'UpdateNamespace', open) === undefined;
  if (open === undefined || !(open === 'new' ? canCreate : canUpdate)) return null;
  if (open === 'new') {
    const source = namespaces.find(({ key }) => key === from);
    return <NewNamespaceDrawer namespaces={namespaces} source={source} onClose={onClose} />;
  }
  const edited = namespaces.find(({ key }) => key === open);
  return edited === undefined ? null : (
    <EditNamespaceDrawer key={edited.key} namespace={edited} onClose={onClose} />
  );
}

function refusedState(error: Error): ReactElement | undefined {
  if (!isRefusal(error)) return undefined;
  return <EmptyState title={copy.refused} description={copy.refusedText} />;
}
