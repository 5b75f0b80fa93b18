import { type ReactElement, use } from 'react';
import { ClockContext } from '@/components/clock';
import { analyticsCopy } from '@/copy/analytics';
import { type EvaluationPoint, pathsOf, placeOf, summaryOf } from '@/lib/evaluation-counts';
import { formatCount } from '@/lib/numbers';
import { formatAbsolute, formatTimeOfDay } from '@/lib/time';
import { type ShownValue } from './shown-values';
import { ValueLayers } from './value-layers';

const copy = analyticsCopy;

/** The box of the drawing, which is stretched to the room that there is; texts stand beside it, and are not. */
const BOX = { width: 600, height: 160 } as const;

/** From which span on, in milliseconds, the time of day does not say which moment is meant. */
const DAY = 24 * 60 * 60_000;

interface CountChartProps {
  readonly points: readonly EvaluationPoint[];
  /** What the counts are split by; empty for all together. */
  readonly values: readonly ShownValue[];
  /** When the flag was changed; each is a line in the drawing. */
  readonly changes: readonly Date[];
}

/** The counts as an area, or as one for each value. What it shows is told in a sentence, and in digits by the table. */
export function CountChart({ points, values, changes }: CountChartProps): ReactElement {
  const { zone } = use(ClockContext);
  const { total, peak } = summaryOf(points);
  const isOfDays = (points.at(-1)?.at.getTime() ?? 0) - (points[0]?.at.getTime() ?? 0) > DAY;
  const timeOf = (point: EvaluationPoint | undefined): string =>
    point === undefined ? '' : (isOfDays ? formatAbsolute : formatTimeOfDay)(point.at, zone);
  const marks = changes.flatMap((moment) => placeOf(points, moment, BOX.width) ?? []);
  const parts = values.map(({ label, total }) => copy.valueText(label, total));
  const most = peak === undefined ? '' : copy.peakText(peak.evaluations, timeOf(peak));
  return (
    <figure className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-caption text-muted">
      <div aria-hidden className="tabular flex flex-col justify-between text-end">
        <span>{formatCount(peak?.evaluations ?? 0)}</span>
        <span>0</span>
      </div>
      <svg
        role="img"
        aria-label={copy.summary(total, most, parts, marks.length)}
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        className="h-40 w-full border-y border-border"
      >
        {values.length === 0 ? (
          <TotalArea points={points} />
        ) : (
          <ValueLayers {...BOX} {...{ points, values }} />
        )}
        {marks.map((place, index) => (
          <line
            key={index}
            {...{ x1: place, x2: place, y1: 0, y2: BOX.height }}
            strokeWidth={2}
            strokeDasharray="4 3"
            vectorEffect="non-scaling-stroke"
            className="stroke-warn"
          />
        ))}
      </svg>
      <div aria-hidden className="col-start-2 flex justify-between">
        <span>{timeOf(points[0])}</span>
        <span>{timeOf(points.at(-1))}</span>
      </div>
    </figure>
  );
}

function TotalArea({ points }: Pick<CountChartProps, 'points'>): ReactElement {
  const { line, area } = pathsOf(points, BOX.width, BOX.height);
  return (
    <>
      <path d={area} className="fill-accent-soft" />
      <path
        d={line}
        fill="none"
        strokeWidth={2}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-accent"
      />
    </>
  );
}
