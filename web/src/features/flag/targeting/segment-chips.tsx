import { type SegmentSelection } from '@pennon/domain';
import { CircleAlert } from 'lucide-react';
import { type ReactElement } from 'react';
import { Chip } from '@/components/ui/chip';
import { targetingCopy as copy } from '@/copy/targeting';
import { type Segment } from '@/lib/model';

interface SegmentChipsProps {
  readonly choice: SegmentSelection;
  readonly segments: ReadonlyMap<string, Segment>;
}

/** The segments of a rule or rollout, as in `any of [beta-users] [staff]`. */
export function SegmentChips({ choice, segments }: SegmentChipsProps): ReactElement {
  const { segmentKeys, segmentOperator } = choice;
  const operator = segmentOperator === 'and' ? copy.allOf : copy.anyOf;
  return (
    <>
      {segmentKeys.length > 1 && <em className="not-italic">{operator.toLowerCase()}</em>}
      {segmentKeys.map((key) =>
        segments.has(key) ? (
          <Chip key={key} mono>
            {key}
          </Chip>
        ) : (
          <Chip key={key} tone="danger" icon={<CircleAlert aria-hidden size={14} />}>
            <span className="font-mono">{key}</span> {copy.segmentMissing}
          </Chip>
        ),
      )}
    </>
  );
}
