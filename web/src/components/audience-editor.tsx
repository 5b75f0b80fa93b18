import { type KeyboardEvent, type PointerEvent, type ReactElement, useRef } from 'react';
import { type AudienceSegment } from '@/components/audience-bar';
import { toneClasses, toneColour } from '@/components/audience-colours';
import { type Blockable } from '@/components/ui/blocked';
import { classes } from '@/components/ui/classes';
import { kitCopy } from '@/copy/kit';
import { formatPercent } from '@/lib/numbers';

interface AudienceEditorProps extends Blockable {
  /** Names the group, as in `Shares of rule 2`. */
  readonly label: string;
  /** In the order of their buckets; together at most 100. The rest of the bar is nobody's. */
  readonly segments: readonly AudienceSegment[];
  /** Moves the end of the segment at `index` to `position` percent of the bar. */
  readonly onMove: (index: number, position: number) => void;
}

/** Steps of a boundary in percent. */
const steps = { fine: 0.1, coarse: 1, page: 10 };

/** How far a key moves a boundary; undefined for keys that do not. */
function stepOf(event: KeyboardEvent): number | undefined {
  const step = event.shiftKey ? steps.coarse : steps.fine;
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return step;
    case 'ArrowLeft':
    case 'ArrowDown':
      return -step;
    case 'PageUp':
      return steps.page;
    case 'PageDown':
      return -steps.page;
    case 'Home':
      return -100;
    case 'End':
      return 100;
    default:
      return undefined;
  }
}

const roundToStep = (percent: number): number => Math.round(percent * 10) / 10;

/** An audience bar whose boundaries can be moved, each a slider of its own. */
export function AudienceEditor({ label, segments, onMove, blocked }: AudienceEditorProps): ReactElement {
  const bar = useRef<HTMLDivElement>(null);
  const ends = segments.map((_, index) =>
    roundToStep(segments.slice(0, index + 1).reduce((sum, segment) => sum + segment.share, 0)),
  );
  const total = ends.at(-1) ?? 0;

  const move = (index: number, position: number): void => {
    if (blocked !== undefined) return;
    const lowest = ends[index - 1] ?? 0;
    const highest = ends[index + 1] ?? 100;
    const wanted = roundToStep(Math.min(Math.max(position, lowest), highest));
    if (wanted !== ends[index]) onMove(index, wanted);
  };

  const drag = (index: number, event: PointerEvent): void => {
    const box = bar.current?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const fromLeft = ((event.clientX - box.left) / box.width) * 100;
    const isRightToLeft = bar.current?.matches(':dir(rtl)') === true;
    move(index, isRightToLeft ? 100 - fromLeft : fromLeft);
  };

  return (
    <div ref={bar} role="group" aria-label={label} className="relative h-6 py-1">
      <div data-graphic className="flex h-4 overflow-hidden rounded-sm bg-surface">
        {segments.map((segment, index) => (
          <span
            key={index}
            className={classes('basis-0', toneClasses(segment.tone))}
            style={{ flexGrow: segment.share, backgroundColor: toneColour(segment.tone) }}
          />
        ))}
        {total < 100 && <span className="hatch basis-0" style={{ flexGrow: 100 - total }} />}
      </div>
      {segments.map((segment, index) => (
        <span
          key={index}
          role="slider"
          tabIndex={0}
          aria-label={kitCopy.endOf(segment.label)}
          aria-valuemin={ends[index - 1] ?? 0}
          aria-valuemax={ends[index + 1] ?? 100}
          aria-valuenow={ends[index]}
          aria-valuetext={`${segment.label} ${formatPercent(segment.share)}`}
          aria-disabled={blocked === undefined ? undefined : true}
          className="absolute inset-y-0 flex w-6 -translate-x-1/2 cursor-ew-resize touch-none justify-center rounded-control aria-disabled:cursor-not-allowed rtl:translate-x-1/2"
          style={{ insetInlineStart: `${ends[index] ?? 0}%` }}
          onKeyDown={(event) => {
            const step = stepOf(event);
            if (step === undefined) return;
            event.preventDefault();
            move(index, (ends[index] ?? 0) + step);
          }}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={(event) => {
            drag(index, event);
          }}
        >
          <span className="h-full w-1.5 rounded-full border border-surface bg-text" />
        </span>
      ))}
    </div>
  );
}
