import { type ReactElement } from 'react';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { segmentsCopy } from '@/copy/segments';
import { type Segment } from '@/lib/model';
import { flagKeysOf, useSegmentUses } from './segment-use';
import { UseList } from './use-list';

/** Where the segment is used, without asking flag by flag. */
export function UsedInFlags({ segment }: { readonly segment: Segment }): ReactElement {
  const copy = segmentsCopy.use;
  const { uses, isLoading } = useSegmentUses(segment.namespaceKey, segment.key);
  return (
    <Card
      title={copy.title}
      actions={uses !== undefined && <Badge count={flagKeysOf(uses).length} of={segmentsCopy.flags} />}
    >
      {uses === undefined ? (
        isLoading ? (
          <Skeleton className="w-32" />
        ) : (
          <p className="text-muted">{segmentsCopy.useUnknown}</p>
        )
      ) : uses.length === 0 ? (
        <p className="text-muted">{copy.nowhere}</p>
      ) : (
        <UseList namespaceKey={segment.namespaceKey} uses={uses} />
      )}
    </Card>
  );
}
