import { type ReactElement } from 'react';
import { namespacePath } from '@/app/namespace';
import { usePlans, useWriteBlock } from '@/changes';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/link';
import { segmentsCopy } from '@/copy/segments';
import { type Segment } from '@/lib/model';

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
  const recreate = async (segment: Segment): Promise<void> => {
    const { planSegmentCreate } = await import('@/lib/plan');
    const { actions, created } = segmentsCopy;
    const plan = planSegmentCreate(namespaceKey, segment);
    await plans.run(plan, { success: created, action: actions.create });
  };
  const list = namespacePath(namespaceKey, 'segments');
  return (
    <div className="flex max-w-xl flex-col items-start gap-3 py-12">
      <h1 tabIndex={-1} className="text-title font-semibold break-words">
        {lastKnown === undefined ? copy.never(segmentKey) : copy.noLonger(segmentKey)}
      </h1>
      <p className="text-muted">{lastKnown === undefined ? copy.neverText : copy.noLongerText}</p>
      <div className="flex flex-wrap gap-2">
        {lastKnown !== undefined && (
          <Button variant="primary" blocked={block} onClick={() => recreate(lastKnown)}>
            {copy.recreate}
          </Button>
        )}
        <ButtonLink to={list}>{copy.toList}</ButtonLink>
        <ButtonLink to={`${list}?q=${encodeURIComponent(segmentKey)}`}>{copy.search}</ButtonLink>
      </div>
    </div>
  );
}
