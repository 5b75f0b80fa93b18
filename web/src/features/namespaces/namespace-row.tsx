import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactElement } from 'react';
import { flagCountQuery } from '@/api/flags';
import { segmentCountQuery } from '@/api/segments';
import { useRefusal, useWriteBlock } from '@/changes';
import { NotKnown } from '@/components/not-known';
import { Time } from '@/components/time';
import { Chip } from '@/components/ui/chip';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { Cell, Row } from '@/components/ui/table';
import { keyClasses, nameClasses } from '@/components/unbroken';
import { useEverTrue } from '@/components/use-ever-true';
import { useOnScreen } from '@/components/use-on-screen';
import { namespacesCopy as copy } from '@/copy/namespaces';
import { type Namespace } from '@/lib/model';
import { formatCount } from '@/lib/numbers';
import { NamespaceMenu } from './namespace-menu';
import { useGuard } from './use-guard';

interface NamespaceRowProps {
  readonly namespace: Namespace;
  readonly isCurrent: boolean;
  readonly isReadOnly: boolean;
  readonly onDelete: () => void;
  readonly onDuplicate: () => void;
}

/** One namespace. Where nothing can be changed, it offers neither Edit nor Delete. */
export function NamespaceRow({
  namespace,
  isCurrent,
  isReadOnly,
  onDelete,
  onDuplicate,
}: NamespaceRowProps): ReactElement {
  const { key, name, description, updatedAt } = namespace;
  const [isOnScreen, row] = useOnScreen();
  // What costs a request is asked for only then.
  const wasSeen = useEverTrue(isOnScreen);
  const { isGuarded } = useGuard(key);
  const blocked = useWriteBlock(copy.action.delete, 'DeleteNamespace', key);
  const canEdit = useRefusal(copy.action.update, 'UpdateNamespace', key) === undefined && !isReadOnly;
  return (
    <Row ref={row}>
      <Cell className="max-w-64">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {canEdit ? (
            <Link
              to={{ search: new URLSearchParams({ namespace: key }).toString() }}
              className={`min-w-0 font-medium ${nameClasses(name)}`}
            >
              <span className="sr-only">{copy.edit}: </span>
              {name}
            </Link>
          ) : (
            <span className={`min-w-0 font-medium ${nameClasses(name)}`}>{name}</span>
          )}
          {isCurrent && <Chip tone="accent">{copy.current}</Chip>}
          {isGuarded && <Chip tone="warn">{copy.guarded}</Chip>}
        </span>
        <code className={`text-code text-muted @min-[45rem]/main:hidden ${keyClasses(key)}`}>{key}</code>
      </Cell>
      <Cell priority="secondary" className={`font-mono text-code ${keyClasses(key)}`}>
        {key}
      </Cell>
      <Cell priority="secondary" className="max-w-72 break-words text-muted">
        {description}
      </Cell>
      <Cell numeric priority="secondary">
        <Count query={flagCountQuery(key)} isWanted={wasSeen} />
      </Cell>
      <Cell numeric priority="secondary">
        <Count query={segmentCountQuery(key)} isWanted={wasSeen} />
      </Cell>
      <Cell priority="least">
        <Time timestamp={updatedAt} />
      </Cell>
      <Cell align="end">
        <span className="inline-flex items-center">
          {!isReadOnly && (
            <IconButton
              label={copy.deleteOf(name)}
              blocked={namespace.protected ? copy.protected : blocked}
              onClick={onDelete}
            >
              <Trash2 aria-hidden size={16} />
            </IconButton>
          )}
          <NamespaceMenu namespace={namespace} onDuplicate={onDuplicate} />
        </span>
      </Cell>
    </Row>
  );
}

interface CountProps<Key extends readonly unknown[]> {
  readonly query: UseQueryOptions<number, Error, number, Key>;
  readonly isWanted: boolean;
}

/** How many there are; a dash until that is known. */
function Count<Key extends readonly unknown[]>({ query, isWanted }: CountProps<Key>): ReactElement {
  const { data } = useQuery({ ...query, enabled: isWanted });
  return data === undefined ? <NotKnown>{copy.unknownCount}</NotKnown> : <>{formatCount(data)}</>;
}
