import { audienceOf, type DecidingFlag, type KnownSegments } from '@pennon/state';
import { type ReactElement } from 'react';
import { AudienceBar, type AudienceSegment } from '@/components/audience-bar';
import { Tooltip } from '@/components/ui/tooltip';
import { answerText, barTextOf } from '@/lib/audience';
import { toneOf } from './audience-segments';

interface OutcomeBarProps {
  readonly flag: DecidingFlag;
  readonly segments: KnownSegments;
  readonly size?: 'small' | 'large';
  readonly className?: string;
}

/** Who gets what of a whole flag, as a bar that says it in words too. */
export function OutcomeBar({ flag, segments, size = 'small', className }: OutcomeBarProps): ReactElement {
  const text = barTextOf(flag, segments);
  return (
    <Tooltip text={text}>
      <span className={className}>
        <AudienceBar segments={barSegments(flag, segments)} sentence={text} size={size} />
      </span>
    </Tooltip>
  );
}

/** How many entities are in a segment is not known: all blocks are equally wide. */
function barSegments(flag: DecidingFlag, segments: KnownSegments): readonly AudienceSegment[] {
  const { blocks, isDisabled } = audienceOf(flag, segments);
  return blocks.flatMap(({ parts }) =>
    parts.map(({ answer, share }) => ({
      label: answerText(answer),
      share: share / blocks.length,
      tone: isDisabled ? { kind: 'nothing' } : toneOf(answer, flag.variants),
    })),
  );
}
