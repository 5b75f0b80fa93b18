import { type ReactElement, useState } from 'react';
import { useNamespaceKey } from '@/app/namespace';
import { inSwitcherOrder } from '@/app/namespace-list';
import { useIsReadOnly } from '@/changes';
import { HeaderCell, Table } from '@/components/ui/table';
import { namespacesCopy } from '@/copy/namespaces';
import { type Namespace } from '@/lib/model';
import { DeleteNamespaceDialog } from './delete-namespace-dialog';
import { NamespaceRow } from './namespace-row';

interface NamespacesTableProps {
  readonly namespaces: readonly Namespace[];
  readonly onDuplicate: (namespace: Namespace) => void;
}

/** All namespaces, in the order of the switcher. */
export function NamespacesTable({ namespaces, onDuplicate }: NamespacesTableProps): ReactElement {
  const copy = namespacesCopy.columns;
  const current = useNamespaceKey();
  const isReadOnly = useIsReadOnly();
  const [deleted, setDeleted] = useState<Namespace>();
  return (
    <>
      <Table caption={namespacesCopy.title}>
        <thead>
          <tr>
            <HeaderCell>{copy.name}</HeaderCell>
            <HeaderCell priority="secondary">{copy.key}</HeaderCell>
            <HeaderCell priority="secondary">{copy.description}</HeaderCell>
            <HeaderCell align="end" priority="secondary">
              {copy.flags}
            </HeaderCell>
            <HeaderCell align="end" priority="secondary">
              {copy.segments}
            </HeaderCell>
            <HeaderCell priority="least">{copy.updated}</HeaderCell>
            <HeaderCell align="end">
              <span className="sr-only">{copy.actions}</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {inSwitcherOrder(namespaces).map((namespace) => (
            <NamespaceRow
              key={namespace.key}
              namespace={namespace}
              isCurrent={namespace.key === current}
              isReadOnly={isReadOnly}
              onDelete={() => {
                setDeleted(namespace);
              }}
              onDuplicate={() => {
                onDuplicate(namespace);
              }}
            />
          ))}
        </tbody>
      </Table>
      {deleted !== undefined && (
        <DeleteNamespaceDialog
          namespace={deleted}
          onClose={() => {
            setDeleted(undefined);
          }}
        />
      )}
    </>
  );
}
