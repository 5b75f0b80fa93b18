import type { PlanLine, PlanSummary } from '@pennon/document';
import type { pennonTransfer } from '@pennon/proto';

/** What a server has changed or would change. */
export interface RemotePlan {
  readonly summary: PlanSummary;
  /** The first lines of the plan; long ones are cut off. */
  readonly lines: readonly PlanLine[];
  /** How many lines of the plan are not told. */
  readonly linesLeftOut: number;
}

/** A plan in the answer of a server: of an import, or of a change. */
export function planOf({
  summary,
  lines,
  linesLeftOut,
}: {
  readonly summary?: pennonTransfer.PlanSummary | undefined;
  readonly lines: readonly pennonTransfer.PlanLine[];
  readonly linesLeftOut: number;
}): RemotePlan {
  return {
    summary: {
      create: summary?.create ?? 0,
      update: summary?.update ?? 0,
      delete: summary?.delete ?? 0,
    },
    lines: lines.map(planLineOf),
    linesLeftOut,
  };
}

/** A sign that this version does not know is that of a change. */
function planLineOf({ sign, depth, text }: pennonTransfer.PlanLine): PlanLine {
  return { sign: sign === '+' || sign === '-' ? sign : '~', depth: depth === 0 ? 0 : 1, text };
}
