import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { evaluationCountsQuery } from '@/api/analytics';
import { namespacePath } from '@/app/namespace';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { analyticsCopy } from '@/copy/analytics';
import { summaryOf } from '@/lib/evaluation-counts';
import { type Flag } from '@/lib/model';

/** The minutes of a day. */
const DAY = 1_440;

/** How often the flag was evaluated in the last day; only for servers that count. */
export function FlagEvaluations({ flag }: { readonly flag: Flag }): ReactElement {
  const { namespaceKey, key } = flag;
  const { data } = useQuery(evaluationCountsQuery(namespaceKey, key, { minutes: DAY }));
  return (
    <Card title={analyticsCopy.lastDay.title}>
      <p>
        <Link to={`${namespacePath(namespaceKey, 'flags', key, 'analytics')}?minutes=${DAY}`}>
          {data === undefined
            ? analyticsCopy.lastDay.unknown
            : analyticsCopy.lastDay.count(summaryOf(data.points).total)}
        </Link>
      </p>
    </Card>
  );
}
