import { type ReactElement, useState } from 'react';
import { type Segment } from '@/api/types';
import { namespacePath } from '@/app/namespace';
import { usePlans, useWriteBlock } from '@/changes';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/link';
import { segmentsCopy } from '@/copy/segments';
import { planSegmentCreate } from '@/lib/plan';

interface SegmentMissingProps {
  readonly namespaceKey: string;
  readonly segmentKey: string;
  /** As this tab last saw it; undefined when it never did. */
  readonly lastKnown: Segment | undefined;
}

/** The segment does not exist, or does not any more: ways on, and the way back. */
export function SegmentMissing({ namespaceKey, segmentKey, lastKnown }: SegmentMissingProps): ReactElement {
  const copy = segmentsCopy.missing;
  const plans = usePlans();
  const block = useWriteBlock(segmentsCopy.actions.create);
  const [isBusy, setIsBusy] = useState(false);
  const list = namespacePath(namespaceKey, 'segments');
  return (
    <div className="flex max-w-xl flex-col items-start gap-3 py-12">
      <h1 tabIndex={-1} className="text-title font-semibold break-words">
        {lastKnown === undefined ? copy.never(segmentKey) : copy.noLonger(segmentKey)}
      </h1>
      <p className="text-muted">{lastKnown === undefined ? copy.neverText : copy.noLongerText}</p>
      <div className="flex flex-wrap gap-2">
        {lastKnown !== undefined && (
          <Button
            variant="primary"
            busy={isBusy}
            blocked={block}
            onClick={() => {
              setIsBusy(true);
              const plan = planSegmentCreate(namespaceKey, lastKnown);
              const { actions, created } = segmentsCopy;
              void plans.run(plan, { success: created, action: actions.create }).finally(() => {
                setIsBusy(false);
              });
            }}
          >
            {copy.recreate}
          </Button>
        )}
        <ButtonLink to={list}>{copy.toList}</ButtonLink>
        <ButtonLink to={`${list}?q=${encodeURIComponent(segmentKey)}`}>{copy.search}</ButtonLink>
      </div>
    </div>
  );
}
