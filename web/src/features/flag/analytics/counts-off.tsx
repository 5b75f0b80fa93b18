import { type ReactElement } from 'react';
import { CopyButton } from '@/components/copy-button';
import { Card } from '@/components/ui/card';
import { analyticsCopy } from '@/copy/analytics';
import { commonCopy } from '@/copy/common';
import { type FlagOutlet } from '../flag-outlet';

/** Why there are no counts over time, and where evaluations are counted. */
export function CountsOff({ namespaceKey, flag }: FlagOutlet): ReactElement {
  const copy = analyticsCopy;
  const query = `rate(flipt_evaluations_requests_total{namespace=${JSON.stringify(namespaceKey)},flag=${JSON.stringify(flag.key)}}[5m])`;
  return (
    <Card title={commonCopy.pages.analytics} className="max-w-[55rem]">
      <div className="flex max-w-[72ch] flex-col gap-3">
        <p>{copy.off}</p>
        <p>{copy.settings}</p>
        <ul className="list-disc ps-6">
          {copy.keys.map((key) => (
            <li key={key}>
              <code className="break-all">{key}</code>
            </li>
          ))}
        </ul>
        <p>
          {copy.alternative}{' '}
          <a href="metrics" className="rounded-sm text-accent underline hover:text-accent-hover">
            {copy.metrics}
          </a>
        </p>
        <p>{copy.query}</p>
        <div className="flex items-start gap-2 rounded-control bg-sunken p-3">
          <code className="min-w-0 flex-1 break-all">{query}</code>
          <CopyButton text={query} label={copy.copyQuery} />
        </div>
      </div>
    </Card>
  );
}
