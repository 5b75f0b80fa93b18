import { type Findings } from '../findings';
import { comparison } from './compare';
import {
  contenderTable,
  evaluatorTable,
  halfLoadTable,
  operationsTable,
  snapshotTable,
  soakTable,
  workersTable,
} from './tables';
import { caveats } from './caveats';
import { targetLine, targetsOf } from './targets';

/** The report: Markdown that also reads well on a terminal. @param earlier A run to compare with. */
export function render(findings: Findings, earlier?: Findings): string {
  const { date, machine, options, notes, contenders } = findings;
  const { evaluator, halfLoad, workers, snapshots, operations, soak } = findings;
  const targets = targetsOf(findings);
  return [
    `# Pennon benchmark, ${date}`,
    `Node ${machine.node}, ${machine.cpu}, ${machine.cores} cores; ${machine.pinned}.`,
    ...section('Targets', targets.length > 0, () => list(targets.map(targetLine))),
    ...section('Notes', notes.length > 0, () => list(notes)),
    ...section(
      `The doors: ${options.underWay} requests under way, ${options.rounds} rounds of ${options.seconds} s each, in short turns`,
      contenders.length > 0,
      () => [contenderTable(contenders), ...caveats(contenders)].join('\n\n'),
    ),
    ...section('Latency at half the load', halfLoad !== undefined, () => halfLoadTable(halfLoad)),
    ...section('Workers', workers !== undefined, () => workersTable(workers)),
    ...section('Evaluator, in process: flag by key', evaluator.length > 0, () => evaluatorTable(evaluator)),
    ...section(
      'Snapshots, in process, on SQLite: whole, and after a change of one flag',
      snapshots.length > 0,
      () => snapshotTable(snapshots),
    ),
    ...section('Start-up and memory', operations.length > 0, () => operationsTable(operations)),
    ...section('Soak', soak !== undefined, () => soakTable(soak)),
    ...section(`Compared with ${earlier?.date ?? ''}`, earlier !== undefined, () =>
      earlier === undefined ? '' : comparison(earlier, findings),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

/** A part of a report under a title; nothing where there is nothing to tell. */
export function section(title: string, isThere: boolean, content: () => string): readonly string[] {
  return isThere ? [`## ${title}`, content()] : [];
}

/** One line each. */
export function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
