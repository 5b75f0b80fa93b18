/** Evaluations of a flag in one step of time. */
export interface EvaluationPoint {
  /** When the step begins. */
  readonly at: Date;
  readonly evaluations: number;
}

/** What there is to say of points in a line (dashboard.md AN-3). */
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

/** The points as a file for spreadsheets, with times in UTC. */
export function csvOf(points: readonly EvaluationPoint[]): string {
  const lines = points.map(({ at, evaluations }) => `${at.toISOString()},${evaluations}`);
  return ['timestamp,evaluations', ...lines, ''].join('\r\n');
}

/** Lines of a chart, each as the `d` of an SVG path. */
export interface CountPaths {
  readonly line: string;
  readonly area: string;
}

/** @param width Of the box. @param height Of the box; the largest count reaches its top. */
export function pathsOf(points: readonly EvaluationPoint[], width: number, height: number): CountPaths {
  const most = Math.max(1, ...points.map(({ evaluations }) => evaluations));
  const stride = width / Math.max(1, points.length - 1);
  const corners = points.map(
    ({ evaluations }, index) => `${round(index * stride)} ${round(height * (1 - evaluations / most))}`,
  );
  const line = `M${corners.join('L')}`;
  return { line, area: `${line}L${round((points.length - 1) * stride)} ${height}L0 ${height}Z` };
}

function round(coordinate: number): number {
  return Math.round(coordinate * 10) / 10;
}
