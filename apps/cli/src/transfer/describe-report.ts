import { type PlanLine } from '@pennon/document';
import { type ImportReport } from '../targets/target';

/** True when there is nothing to change. */
export function isEmpty({ summary }: ImportReport): boolean {
  return summary.create + summary.update + summary.delete === 0;
}

/** How much it is: `2 created, 1 updated, 0 deleted`. @param would What comes before each verb. */
export function countsOf(report: ImportReport, would = ''): string {
  if (isEmpty(report)) return 'nothing to change';
  const { create, update, delete: deleted } = report.summary;
  return `${create} ${would}created, ${update} ${would}updated, ${deleted} ${would}deleted`;
}

/** What the server finds odd about the document of a namespace. */
export function warningsOf(namespaceKey: string, { warnings }: ImportReport): readonly string[] {
  return warnings.map((warning) => `warning: namespace ${namespaceKey}: ${warning}`);
}

/** The lines of a difference, indented. */
export function outline({ lines, linesLeftOut }: ImportReport): readonly string[] {
  const shown = [...lines].map(lineOf);
  return linesLeftOut === 0 ? shown : [...shown, `  and ${linesLeftOut} more lines`];
}

function lineOf({ sign, depth, text }: PlanLine): string {
  return depth === 0 ? `  ${sign} ${text}` : `      ${text}`;
}
