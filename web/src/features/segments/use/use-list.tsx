import { type ReactElement } from 'react';
import { namespacePath } from '@/app/namespace';
import { Link } from '@/components/ui/link';
import { type SegmentUse } from '@/lib/model';
import { flagKeysOf, placeText } from './segment-use';

interface UseListProps {
  readonly namespaceKey: string;
  readonly uses: readonly SegmentUse[];
}

/** Flags with the rules and rollouts of theirs that use a segment. */
export function UseList({ namespaceKey, uses }: UseListProps): ReactElement {
  return (
    <ul className="flex flex-col gap-1.5">
      {flagKeysOf(uses).map((flagKey) => (
        <li key={flagKey} className="flex flex-wrap items-baseline gap-x-2">
          <Link
            inText
            to={namespacePath(namespaceKey, 'flags', flagKey, 'rules')}
            className="font-mono text-code break-all"
          >
            {flagKey}
          </Link>
          <span className="text-muted">
            {uses
              .filter((use) => use.flagKey === flagKey)
              .map(placeText)
              .join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
