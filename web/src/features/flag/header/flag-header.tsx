import { forcedValue, knownSegments } from '@pennon/state';
import { lazy, type ReactElement, Suspense } from 'react';
import { CopyButton } from '@/components/copy-button';
import { Chip } from '@/components/ui/chip';
import { keyClasses, nameClasses } from '@/components/unbroken';
import { flagCopy } from '@/copy/flag';
import { flagWords } from '@/copy/flag-words';
import { type Flag } from '@/lib/model';
import { useSegments } from '../targeting/segment-lookup';
import { useFlagContents } from '../use-flag-contents';
import { ActionsMenu } from './actions-menu';
import { AudienceSentence } from './audience-sentence';
import { FlagStateControl } from './flag-state-control';
import { NeighbourLinks } from './neighbour-links';

// Few flags are off or overridden.
const OffStrip = lazy(async () => ({ default: (await import('./off-strip')).OffStrip }));
const OverrideStrip = lazy(async () => ({ default: (await import('./override-strip')).OverrideStrip }));

/** What the flag is, what it does now, and what can be done with it as a whole. */
export function FlagHeader({ flag }: { readonly flag: Flag }): ReactElement {
  const contents = useFlagContents(flag);
  const segments = useSegments(flag.namespaceKey);
  const rollouts = contents?.rollouts ?? [];
  const forced = contents && segments && forcedValue(contents, knownSegments(segments.values()));
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 tabIndex={-1} className={`text-title font-semibold tracking-tight ${nameClasses(flag.name)}`}>
            {flag.name}
          </h1>
          <div className="flex flex-wrap items-center gap-x-2">
            <code className={keyClasses(flag.key)}>{flag.key}</code>
            <CopyButton text={flag.key} label={flagCopy.header.copyKey} />
            <Chip>{flagWords.types[flag.type]}</Chip>
          </div>
        </div>
        <div data-no-print className="flex flex-wrap items-center gap-2">
          <NeighbourLinks namespaceKey={flag.namespaceKey} flagKey={flag.key} />
          <ActionsMenu flag={flag} />
        </div>
      </div>
      <FlagStateControl flag={flag} rollouts={rollouts.length} forced={forced} />
      <AudienceSentence flag={flag} />
      <Suspense>
        {flag.off !== false && <OffStrip flag={flag} off={flag.off} />}
        {rollouts.length > 0 && <OverrideStrip flag={flag} rollouts={rollouts} />}
      </Suspense>
    </header>
  );
}
