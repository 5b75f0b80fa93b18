/** Evaluations of a flag in one step of time. */
export interface EvaluationPoint {
  /** When the step begins. */
  readonly at: Date;
  readonly evaluations: number;
  /** The evaluations by value, in the order of {@link FlagCounts.values}; empty where only all together are known. */
  readonly parts: readonly number[];
}

/** Evaluations of a flag over time. */
export interface FlagCounts {
  readonly points: readonly EvaluationPoint[];
  /**
   * What the flag answered: keys of variants, empty for none, `true` and `false`; undefined is all that is not listed.
   * Empty where only all together are known.
   */
  readonly values: readonly (string | undefined)[];
  /** When the flag was evaluated last, be it in these points or not; undefined where that is not known. */
  readonly lastEvaluatedAt: string | undefined;
}

/** What there is to say of points in a line. */
export interface CountSummary {
  readonly total: number;
  /** The step with the most evaluations, the earliest of equals; undefined when there were none. */
  readonly peak: EvaluationPoint | undefined;
  /** The last step with an evaluation. */
  readonly last: EvaluationPoint | undefined;
}

export function summaryOf(points: readonly EvaluationPoint[]): CountSummary {
  const used = points.filter(({ evaluations }) => evaluations > 0);
  return {
    total: used.reduce((sum, { evaluations }) => sum + evaluations, 0),
    peak: used.reduce<EvaluationPoint | undefined>(
      (peak, point) => (peak === undefined || point.evaluations > peak.evaluations ? point : peak),
      undefined,
    ),
    last: used.at(-1),
  };
}

/** Minutes from one point to the next; undefined when there are too few to tell. */
export function stepOf([first, second]: readonly EvaluationPoint[]): number | undefined {
  return first === undefined || second === undefined
    ? undefined
    : (second.at.getTime() - first.at.getTime()) / 60_000;
}

/** From the first point to the end of the last one's step; undefined when there are too few points to tell. */
export function spanOf(
  points: readonly EvaluationPoint[],
): { readonly from: Date; readonly to: Date } | undefined {
  const [first, last, step] = [points[0], points.at(-1), stepOf(points)];
  if (first === undefined || last === undefined || step === undefined) return undefined;
  return { from: first.at, to: new Date(last.at.getTime() + step * 60_000) };
}

/** Where a moment lies on the axis of the points, which ends at the last of them; undefined before the first. */
export function placeOf(points: readonly EvaluationPoint[], moment: Date, width: number): number | undefined {
  const [first, last] = [points[0]?.at.getTime(), points.at(-1)?.at.getTime()];
  if (first === undefined || last === undefined || last <= first || moment.getTime() < first)
    return undefined;
  return round(Math.min(1, (moment.getTime() - first) / (last - first)) * width);
}

/**
 * The points as a file for spreadsheets, with times in UTC.
 *
 * @param names Headings for the parts of the points; parts beyond them are left out.
 */
export function csvOf(points: readonly EvaluationPoint[], names: readonly string[] = []): string {
  const lines = points.map(({ at, evaluations, parts }) =>
    [at.toISOString(), evaluations, ...parts.slice(0, names.length)].join(','),
  );
  return [['timestamp', 'evaluations', ...names.map(cellOf)].join(','), ...lines, ''].join('\r\n');
}

/** A text that stays in its cell, and that no spreadsheet takes for a formula. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of a chart, each as the `d` of an SVG path. */
export interface CountPaths {
  readonly line: string;
  readonly area: string;
}

/** @param width Of the box. @param height Of the box; the largest count reaches its top. */
export function pathsOf(points: readonly EvaluationPoint[], width: number, height: number): CountPaths {
  const corners = cornersOf(
    points.map(({ evaluations }) => evaluations),
    mostOf(points),
    { width, height },
  );
  const line = `M${corners.join('L')}`;
  return { line, area: `${line}L${width} ${height}L0 ${height}Z` };
}

/**
 * The area of each part, upon those of the parts before it: together they are as high as the line of {@link pathsOf}.
 */
export function layersOf(
  points: readonly EvaluationPoint[],
  width: number,
  height: number,
): readonly string[] {
  const most = mostOf(points);
  let below = points.map(() => 0);
  return (points[0]?.parts ?? []).map((_, part) => {
    const above = points.map(({ parts }, index) => (below[index] ?? 0) + (parts[part] ?? 0));
    const top = cornersOf(above, most, { width, height });
    const bottom = cornersOf(below, most, { width, height });
    below = above;
    return `M${[...top, ...bottom.toReversed()].join('L')}Z`;
  });
}

function mostOf(points: readonly EvaluationPoint[]): number {
  return Math.max(1, ...points.map(({ evaluations }) => evaluations));
}

/** Where the line of the counts bends. @param most The count that reaches the top of the box. */
function cornersOf(
  counts: readonly number[],
  most: number,
  { width, height }: { readonly width: number; readonly height: number },
): readonly string[] {
  const stride = width / Math.max(1, counts.length - 1);
  return counts.map((count, index) => `${round(index * stride)} ${round(height * (1 - count / most))}`);
}

function round(coordinate: number): number {
  return Math.round(coordinate * 10) / 10;
}
