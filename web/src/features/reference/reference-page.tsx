import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ReactElement, useDeferredValue, useState } from 'react';
import { type ApiReference, REFERENCE_PATH, referenceQuery } from '@/api/reference';
import { useTitle } from '@/app/title';
import { DataState } from '@/components/data-state';
import { EmptyState } from '@/components/empty-state';
import { PageHeader } from '@/components/page-header';
import { Card } from '@/components/ui/card';
import { OutsideLink } from '@/components/ui/link';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { referenceCopy as copy } from '@/copy/reference';
import { matchingGroups } from './matching-groups';
import { OperationEntry } from './operation-entry';
import { Prose } from './prose';
import { TypesContext } from './types-context';

/** What can be asked of the server: the viewer of its OpenAPI document. */
export function Component(): ReactElement {
  useTitle(commonCopy.pages.apiReference);
  const reference = useQuery(referenceQuery());
  const document = new URL(REFERENCE_PATH.slice(1), globalThis.document.baseURI).href;
  return (
    <>
      <PageHeader
        title={commonCopy.pages.apiReference}
        description={copy.description}
        actions={<OutsideLink href={document}>{copy.raw}</OutsideLink>}
      />
      <DataState query={reference} what={copy.what}>
        {(data) => (
          <TypesContext value={data.types}>
            <Operations reference={data} />
          </TypesContext>
        )}
      </DataState>
    </>
  );
}

function Operations({ reference }: { readonly reference: ApiReference }): ReactElement {
  const [search, setSearch] = useState('');
  const groups = matchingGroups(reference.groups, useDeferredValue(search));
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <div className="flex flex-col gap-4">
      <Prose text={reference.description} className="text-muted" />
      <TextField
        type="search"
        label={copy.search}
        placeholder={copy.placeholder}
        leading={<Search aria-hidden size={16} />}
        className="max-w-96"
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value);
        }}
      />
      <p role="status" className="text-muted">
        {copy.found(count)}
      </p>
      {count === 0 && <EmptyState icon={<Search aria-hidden size={24} />} title={copy.nothing} />}
      {groups.map(({ name, description, operations }) => (
        <Card key={name} title={<span className="break-words">{name}</span>}>
          <Prose text={description} className="mb-2 text-secondary text-muted" />
          <ul className="flex flex-col gap-1">
            {operations.map((operation) => (
              <li key={operation.id}>
                <OperationEntry operation={operation} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}
