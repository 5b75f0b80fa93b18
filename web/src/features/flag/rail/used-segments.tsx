import { segmentsUsedBy } from '@pennon/state';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { segmentsQuery } from '@/api/segments';
import { namespacePath } from '@/app/namespace';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { flagCopy } from '@/copy/flag';
import { type Flag } from '@/lib/model';
import { useFlagContents } from '../use-flag-contents';

/** The segments that decide who gets what of a flag. */
export function UsedSegments({ flag }: { readonly flag: Flag }): ReactElement {
  const copy = flagCopy.rail;
  const contents = useFlagContents(flag);
  const { data: segments } = useQuery(segmentsQuery(flag.namespaceKey));
  const keys = contents === undefined ? [] : segmentsUsedBy(contents);
  return (
    <Card title={copy.segments}>
      {contents !== undefined && keys.length === 0 && <p className="text-muted">{copy.noSegments}</p>}
      <ul className="flex flex-col gap-1">
        {keys.map((key) => {
          const name = segments?.find((segment) => segment.key === key)?.name;
          const isMissing = segments !== undefined && name === undefined;
          return (
            <li key={key} className="break-words">
              <Link to={namespacePath(flag.namespaceKey, 'segments', key)}>{name ?? key}</Link>
              {isMissing && <span className="ms-2 text-secondary text-danger">{copy.missing}</span>}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
