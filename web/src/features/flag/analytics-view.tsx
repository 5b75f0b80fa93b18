import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { metaQuery } from '@/api/meta';
import { SkeletonRows } from '@/components/ui/skeleton';
import { CountsOff } from './analytics/counts-off';
import { Counts } from './analytics/counts';
import { useFlagOutlet } from './flag-outlet';

/** How often the flag was evaluated, or why nobody knows: the server is asked only when it counts. */
export function Component(): ReactElement {
  const outlet = useFlagOutlet();
  const meta = useQuery(metaQuery());
  if (meta.isPending) return <SkeletonRows />;
  return meta.data?.hasAnalytics === true ? <Counts {...outlet} /> : <CountsOff {...outlet} />;
}
