import { type Machine } from '../findings';
import { PRESSING_CLIENTS, type HeldResult, type PressedResult } from '../measure/pressed-writes';
import { type WriteResult, type WriteSample } from '../measure/writes';
import { median } from '../statistics';
import { list, section } from './render';
import { figure, table } from './table';
import { atMost, targetLine, type Target } from './targets';

/** What was found of writes. */
export interface WritesFindings {
  /** When it began: RFC 3339. */
  readonly date: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly notes: readonly string[];
  readonly results: readonly WriteResult[];
  readonly pressed: readonly PressedResult[];
  readonly held: readonly HeldResult[];
}

const writes = ['creation', 'update'] as const;

/** CPU time of a write, as so many evaluations. */
const MOST_EVALUATIONS = 20;

/** CPU time of a write to the largest namespace, over that to the smallest. */
const MOST_GROWTH = 1.2;

/** p99 of a write beside evaluations, over that alone. */
const MOST_DELAY = 5;

/** The report: Markdown that also reads well on a terminal. */
export function renderWrites(findings: WritesFindings): string {
  const { date, machine, rounds, notes, results, pressed, held } = findings;
  const subjects = [...new Set(results.map(({ subject }) => subject))];
  return [
    `# Writes to Pennon, ${date}`,
    `Node ${machine.node}, ${machine.cpu}, ${machine.cores} cores; ${machine.pinned}. Medians of ${rounds} rounds.`,
    ...section('Targets', true, () => list(targetsOf(findings).map(targetLine))),
    ...section('Notes', notes.length > 0, () => list(notes)),
    ...subjects.flatMap((subject) =>
      section(subject, true, () =>
        subjectTable(
          results.filter((each) => each.subject === subject),
          results,
        ),
      ),
    ),
    ...section('Writes beside evaluations without a pause', pressed.length > 0, () => pressedTable(pressed)),
    ...section(
      'Refused with 10 of every 100 ms of CPU',
      held.some(({ refusals }) => refusals.length > 0),
      () =>
        list(held.flatMap(({ subject, refusals }) => refusals.map((refusal) => `${subject}: ${refusal}`))),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Another product is compared with Pennon on the same database. */
function subjectTable(own: readonly WriteResult[], all: readonly WriteResult[]): string {
  const pennonOf = ({ subject, flagCount, operation, clients }: WriteResult): WriteResult | undefined =>
    find(all, { subject: subject.replace(/^\S+/, 'Pennon'), flagCount, operation, clients });
  const isPennon = own.every((result) => pennonOf(result) === result);
  const headings = [
    'request',
    'flags',
    'clients',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'CPU µs',
    '× evaluation',
  ];
  const rows = own.map((result) => {
    const { flagCount, operation, clients, samples } = result;
    const pennon = pennonOf(result);
    return [
      operation,
      figure(flagCount),
      figure(clients),
      figure(typical(samples, 'perSecond')),
      ...(['p50', 'p99'] as const).map((name) => figure(typical(samples, name), 2)),
      figure(typical(samples, 'cpuPerRequest')),
      figure(ratio(result, find(all, { ...result, operation: 'evaluation', clients: 1 })), 1),
      ...(isPennon ? [] : [figure(ratio(result, pennon), 2)]),
    ];
  });
  return table(isPennon ? headings : [...headings, '× Pennon'], rows);
}

function pressedTable(pressed: readonly PressedResult[]): string {
  const rows = pressed.map((result) => [
    result.subject,
    figure(median(result.alone), 2),
    figure(median(result.beside), 2),
    figure(delayOf(result), 2),
  ]);
  return table(['update by one client', 'p99 ms alone', `beside ${PRESSING_CLIENTS} clients`, 'ratio'], rows);
}

function targetsOf({ results, pressed, held }: WritesFindings): readonly Target[] {
  const subjects = [...new Set(results.map(({ subject }) => subject))].filter((name) =>
    name.startsWith('Pennon'),
  );
  return [
    ...subjects.flatMap((subject) =>
      writes.flatMap((operation) => writeTargets(results, subject, operation)),
    ),
    ...pressed.map((result) => {
      const what = `p99 of an update beside evaluations, times that alone, ${result.subject}`;
      return atMost(delayOf(result), MOST_DELAY, what, figure(delayOf(result), 2));
    }),
    ...held.map(({ subject, writes: asked, refusals }) => {
      const what = `refused of ${asked} updates with 10 of every 100 ms of CPU, ${subject}`;
      return atMost(refusals.length, 0, what, figure(refusals.length));
    }),
  ];
}

function writeTargets(
  results: readonly WriteResult[],
  subject: string,
  operation: (typeof writes)[number],
): readonly Target[] {
  const sizes = results.flatMap((result) =>
    result.subject === subject && result.operation === operation && result.clients === 1 ? [result] : [],
  );
  const smallest = sizes[0];
  const largest = sizes.at(-1);
  if (smallest === undefined || largest === undefined) return [];
  const cost = median(
    sizes.map((result) => ratio(result, find(results, { ...result, operation: 'evaluation' }))),
  );
  const growth = ratio(largest, smallest);
  const name = `CPU time of ${operation === 'creation' ? 'a creation' : 'an update'}, ${subject}`;
  const from = `${figure(largest.flagCount)} flags, times ${figure(smallest.flagCount)}`;
  return [
    atMost(cost, MOST_EVALUATIONS, `${name}, in evaluations`, figure(cost, 1)),
    ...(smallest === largest ? [] : [atMost(growth, MOST_GROWTH, `${name}, ${from}`, figure(growth, 2))]),
  ];
}

function delayOf({ alone, beside }: PressedResult): number {
  return median(beside.map((p99, round) => p99 / (alone[round] ?? NaN)));
}

/** CPU time of one over that of another, round by round; the median. */
function ratio(over: WriteResult, under: WriteResult | undefined): number {
  return median(
    over.samples.map(
      ({ cpuPerRequest }, round) => cpuPerRequest / (under?.samples[round]?.cpuPerRequest ?? NaN),
    ),
  );
}

function typical(samples: readonly WriteSample[], name: keyof WriteSample): number {
  return median(samples.map((sample) => sample[name]));
}

function find(
  results: readonly WriteResult[],
  wanted: Omit<WriteResult, 'samples'>,
): WriteResult | undefined {
  return results.find(
    ({ subject, flagCount, operation, clients }) =>
      subject === wanted.subject &&
      flagCount === wanted.flagCount &&
      operation === wanted.operation &&
      clients === wanted.clients,
  );
}
