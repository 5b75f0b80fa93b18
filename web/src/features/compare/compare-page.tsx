import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { type ReactElement } from 'react';
import { namespacesQuery } from '@/api/namespaces';
import { inSwitcherOrder } from '@/app/namespace-list';
import { useNamespaceKey } from '@/app/namespace';
import { useSearchState } from '@/app/search-state';
import { useTitle } from '@/app/title';
import { EmptyState } from '@/components/empty-state';
import { PageHeader } from '@/components/page-header';
import { Checkbox } from '@/components/ui/checkbox';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import { commonCopy } from '@/copy/common';
import { compareCopy } from '@/copy/compare';
import * as z from '@/lib/zod';
import { ComparedItems } from './compared-items';

const copy = compareCopy.page;

const search = z.object({
  left: z.optional(z.string()),
  right: z.optional(z.string()),
  same: z.optional(z.string()),
});

/** Two namespaces side by side. */
export function Component(): ReactElement {
  useTitle(commonCopy.pages.compare);
  const current = useNamespaceKey();
  const [{ left = current, right, same }, setSearch] = useSearchState(search);
  const { data: namespaces = [] } = useQuery(namespacesQuery());
  const options = inSwitcherOrder(namespaces).map(({ key, name }) => ({
    value: key,
    label: name,
    description: key,
  }));
  return (
    <>
      <PageHeader title={commonCopy.pages.compare} description={copy.description} />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Select
          className="min-w-48 flex-1"
          label={copy.left}
          value={left === '' ? undefined : left}
          options={options}
          onChange={(key) => {
            setSearch({ left: key });
          }}
        />
        <IconButton
          size="regular"
          label={copy.swap}
          disabled={right === undefined}
          onClick={() => {
            setSearch({ left: right, right: left });
          }}
        >
          <ArrowLeftRight aria-hidden size={16} />
        </IconButton>
        <Select
          className="min-w-48 flex-1"
          label={copy.right}
          value={right}
          options={options}
          onChange={(key) => {
            setSearch({ right: key });
          }}
        />
      </div>
      <div className="mb-4">
        <Checkbox
          label={copy.showSame}
          checked={same !== undefined}
          onChange={(isShown) => {
            setSearch({ same: isShown ? 'shown' : undefined }, { replace: true });
          }}
        />
      </div>
      {right === undefined || left === '' || left === right ? (
        <EmptyState title={copy.choose} />
      ) : (
        <ComparedItems key={`${left}/${right}`} left={left} right={right} showsSame={same !== undefined} />
      )}
    </>
  );
}
