import { isEmptySummary } from '@pennon/document';
import { pennonChanges } from '@pennon/proto';
import { subjectName } from '../history/revision-lines';
import { planOf } from '../targets/wire-plan';
import { oneLine } from '../terminal/print';
import { countsOf, outline } from '../transfer/plan-lines';
import { conflictLine, stateText } from './change-lines';

const { Change_State: State } = pennonChanges;

type ChangeOutcome = pennonChanges.ChangeOutcome;

/** What a change and the steps after it would do, in lines: how much, what, and which flags get other values. */
export function planLines(namespaceKey: string, outcome: ChangeOutcome): readonly string[] {
  const plan = planOf(outcome);
  const audience = outcome.audience.filter(({ changed }) => changed > 0);
  return [
    `${placeOf(namespaceKey, outcome)}: ${countsOf(plan.summary, 'would be ')}`,
    ...outline(plan),
    ...audience.map(
      ({ flagKey, changed }) =>
        `  flag ${oneLine(flagKey)}: ${percent(changed)} of entities would get another value`,
    ),
    ...outcome.affected.map(
      ({ flagKey, segmentKey }) =>
        `  flag ${oneLine(flagKey)}: is affected by the change of segment ${oneLine(segmentKey)}`,
    ),
    ...outcome.steps.flatMap((step) => planLines(namespaceKey, step)),
  ];
}

/** What is odd about a change and the steps after it, in lines for standard error. */
export function oddities(namespaceKey: string, outcome: ChangeOutcome): readonly string[] {
  const { findings, warnings, steps } = outcome;
  const place = placeOf(namespaceKey, outcome);
  return [
    ...warnings.map((warning) => `warning: ${place}: ${oneLine(warning)}`),
    ...findings.map((finding) => {
      const { severity, path, message } = finding;
      const where = [subjectName(finding), oneLine(path)].filter((word) => word !== '').join(': ');
      return `${oneLine(severity)}: ${place}: ${where}: ${oneLine(message)}`;
    }),
    ...steps.flatMap((step) => oddities(namespaceKey, step)),
  ];
}

/** What an outcome is about: `namespace shop`, or `namespace shop, step 2`. */
function placeOf(namespaceKey: string, { change }: ChangeOutcome): string {
  const step = change?.step ?? 0;
  return `namespace ${namespaceKey}${step === 0 ? '' : `, step ${step}`}`;
}

/** What became of a change: `namespace shop: 1 created, 0 updated, 0 deleted; applied as revision 12`. */
export function becameLine(namespaceKey: string, outcome: ChangeOutcome): string {
  return `namespace ${namespaceKey}: ${becameParts(outcome).join('; ')}`;
}

function becameParts(outcome: ChangeOutcome): readonly string[] {
  const { change } = outcome;
  const { summary } = planOf(outcome);
  if (change === undefined) return [countsOf(summary)];
  const { id, state, revision, seriesId, step } = change;
  const ramp = seriesId === '' ? '' : `, step ${step} of ${oneLine(seriesId)}`;
  const became = `${stateText(change)}${id === '' ? '' : ` (id ${oneLine(id)}${ramp})`}`;
  switch (state) {
    case State.APPLIED:
      // What had nothing to change is told with the present revision.
      if (revision === '' || (id === '' && !outcome.changed)) return [countsOf(summary)];
      // Of a change that is done with, a server tells no plan.
      return isEmptySummary(summary) ? [became] : [countsOf(summary), became];
    case State.PENDING_REVIEW:
    case State.SCHEDULED:
      return [countsOf(summary, 'to be '), became];
    default:
      return [became];
  }
}

/**
 * Why a change was refused, with a line for each conflict; undefined when it was not.
 *
 * A change that waits may be in conflict now and edited until its time; that is told when it is shown.
 *
 * @param advice What to do about it; `''` for nothing.
 */
export function conflictText(
  namespaceKey: string,
  { change, conflicts }: ChangeOutcome,
  advice: string,
): string | undefined {
  const isRefused = (change?.id ?? '') === '' || change?.state === State.CONFLICTED;
  if (conflicts.length === 0 || !isRefused) return undefined;
  const head = `namespace ${namespaceKey}: nothing was changed, because later revisions changed the same`;
  const lines = conflicts.map((conflict) => `  ${conflictLine(conflict)}`);
  return [advice === '' ? head : `${head}; ${advice}`, ...lines].join('\n');
}

/** At most two digits behind the point. */
function percent(value: number): string {
  return `${Number(value.toFixed(2))}%`;
}
