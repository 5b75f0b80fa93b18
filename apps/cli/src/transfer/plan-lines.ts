import { isEmptySummary, type PlanLine, type PlanSummary } from '@pennon/document';

/** What is changed. */
export interface Plan {
  readonly summary: PlanSummary;
  readonly lines: Iterable<PlanLine>;
  /** How many lines there are beyond those. */
  readonly linesLeftOut: number;
}

/** How much it is: `2 created, 1 updated, 0 deleted`. @param would What comes before each verb. */
export function countsOf(summary: PlanSummary, would = ''): string {
  if (isEmptySummary(summary)) return 'nothing to change';
  const { create, update, delete: deleted } = summary;
  return `${create} ${would}created, ${update} ${would}updated, ${deleted} ${would}deleted`;
}

/** The lines of a difference, indented. */
export function outline({ lines, linesLeftOut }: Plan): readonly string[] {
  const shown = [...lines].map(lineOf);
  return linesLeftOut === 0 ? shown : [...shown, `  and ${linesLeftOut} more lines`];
}

function lineOf({ sign, depth, text }: PlanLine): string {
  return depth === 0 ? `  ${sign} ${text}` : `      ${text}`;
}
