import { type ReactElement } from 'react';
import { namespacePath } from '@/app/namespace';
import { Link } from '@/components/ui/link';
import { targetingCopy as copy } from '@/copy/targeting';
import { type Segment } from '@/lib/model';

/** What a segment asks of an entity; it is changed on its own page. */
export function SegmentPreview({ segment }: { readonly segment: Segment }): ReactElement {
  const { namespaceKey, key, matchType, constraints } = segment;
  return (
    <div className="flex flex-col gap-1 rounded-control bg-sunken px-3 py-2 text-secondary">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <Link inText to={namespacePath(namespaceKey, 'segments', key)} className="font-mono break-all">
          {key}
        </Link>
        <span className="text-muted">{summaryOf(constraints.length, matchType)}</span>
      </div>
      {constraints.length > 0 && (
        <ul className="flex flex-col gap-0.5 font-mono text-code">
          {constraints.map(({ id, property, operator, value }) => (
            <li key={id} className="break-words">
              {[property, operator, value].filter((text) => text !== '').join(' ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function summaryOf(count: number, matchType: Segment['matchType']): string {
  if (count === 0) return copy.noConstraints;
  if (count === 1) return copy.constraints(1);
  return matchType === 'all' ? copy.allConstraints : copy.anyConstraint;
}
