import { type ReactElement } from 'react';
import { AudienceDot } from '@/components/audience-dot';
import { analyticsCopy as copy } from '@/copy/analytics';
import { formatCount, formatPercent } from '@/lib/numbers';
import { type ShownValue } from './shown-values';

/** Which colour is which value, and how much of all it is. */
export function ValueLegend({ values }: { readonly values: readonly ShownValue[] }): ReactElement {
  const all = values.reduce((sum, { total }) => sum + total, 0);
  return (
    <ul aria-label={copy.values} className="flex flex-wrap gap-x-4 gap-y-1">
      {values.map(({ label, tone, total }, index) => (
        <li key={index} className="inline-flex min-w-0 items-center gap-1.5">
          <AudienceDot tone={tone} />
          <span className="min-w-0 break-all">{label}</span>
          <span className="shrink-0 text-muted">
            {formatCount(total)} ({formatPercent((100 * total) / Math.max(1, all))})
          </span>
        </li>
      ))}
    </ul>
  );
}
