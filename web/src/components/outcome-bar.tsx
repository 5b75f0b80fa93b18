import { type ReactElement } from 'react';
import { AudienceBar, type AudienceSegment } from '@/components/audience-bar';
import { type AudienceTone } from '@/components/audience-colours';
import { Tooltip } from '@/components/ui/tooltip';
import {
  answerText,
  barTextOf,
  outcomeOf,
  type Answer,
  type AudienceFlag,
  type SegmentLookup,
} from '@/lib/audience';

interface OutcomeBarProps {
  readonly contents: AudienceFlag;
  readonly segments: SegmentLookup;
  readonly size?: 'small' | 'large';
  readonly className?: string;
}

/** Who gets what of a whole flag, as a bar that says it in words too. */
export function OutcomeBar({ contents, segments, size = 'small', className }: OutcomeBarProps): ReactElement {
  const text = barTextOf(contents, segments);
  return (
    <Tooltip text={text}>
      <span className={className}>
        <AudienceBar segments={barSegments(contents, segments)} sentence={text} size={size} />
      </span>
    </Tooltip>
  );
}

function barSegments(contents: AudienceFlag, segments: SegmentLookup): readonly AudienceSegment[] {
  const { blocks, isDisabled } = outcomeOf(contents, segments);
  return blocks.flatMap(({ width, parts }) =>
    parts.map(({ answer, share }) => ({
      label: answerText(answer),
      share: (width * share) / 100,
      tone: isDisabled ? { kind: 'nothing' } : toneOf(answer, contents),
    })),
  );
}

function toneOf(answer: Answer, { flag }: AudienceFlag): AudienceTone {
  if (answer.kind === 'boolean') return { kind: answer.value ? 'true' : 'false' };
  if (answer.kind === 'nothing') return { kind: 'nothing' };
  return { kind: 'variant', index: flag.variants.findIndex(({ id }) => id === answer.variant.id) };
}
