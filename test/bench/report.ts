import { cpus } from 'node:os';
import { bareOf, ratios, serverName, typical, type Contender } from './contender';
import { type EvaluatorResult } from './evaluator-bench';
import { type Cores } from './machine';
import { type OperationsResult } from './operations-bench';
import { type BenchOptions } from './options';
import { type SnapshotResult } from './snapshot-bench';
import { median, spread } from './statistics';
import { figure, percents, table } from './table';
import { targetLines } from './targets';

/** When it is busy for this share of the time, the generator sets the pace and not the server. */
const GENERATOR_IS_FULL = 0.95;

/** A server that used less of its core was kept from it, by the generator or by other work on the machine. */
const SERVER_IS_FULL = 0.9;

/** Everything a run found. */
export interface Findings {
  readonly options: BenchOptions;
  readonly date: Date;
  readonly cores: Cores | undefined;
  readonly evaluator: readonly EvaluatorResult[];
  readonly contenders: readonly Contender[];
  readonly snapshots: readonly SnapshotResult[];
  readonly operations: readonly OperationsResult[];
}

/** The report: Markdown that also reads well on a terminal. */
export function render(findings: Findings): string {
  const { options, date, cores, evaluator, contenders, snapshots, operations } = findings;
  return [
    `# Pennon benchmark, ${date.toISOString()}`,
    `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores; ${placeOf(cores)}.`,
    '## Evaluator, in process: flag by key, three rules',
    evaluatorTable(evaluator),
    `## HTTP and gRPC, ${options.underWay} requests under way, ${options.rounds} rounds of ${options.seconds} s each`,
    contenderTable(contenders),
    ...caveats(contenders),
    '## Snapshots, in process, on SQLite: whole, and after a change of one flag',
    snapshotTable(snapshots),
    '## Operations',
    operationsTable(operations),
    '## Targets',
    targetLines(evaluator, contenders)
      .map((line) => `* ${line}`)
      .join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

function placeOf(cores: Cores | undefined): string {
  if (cores === undefined) return 'nothing pinned, for want of taskset or of a second core';
  return `servers pinned to core ${cores.server}, the generator to core ${cores.generator}`;
}

function evaluatorTable(results: readonly EvaluatorResult[]): string {
  const headings = ['flag', 'namespace', 'evaluations/s', 'ns each', 'spread'];
  const rows = results.map(({ kind, flagCount, perSecond, spread: share }) => [
    kind,
    `${figure(flagCount)} flags`,
    figure(perSecond),
    figure(1e9 / perSecond),
    percents(share),
  ]);
  return table(headings, rows);
}

function contenderTable(contenders: readonly Contender[]): string {
  const headings = [
    ...['door', 'request', 'server', 'requests/s', '× bare', 'p50 ms', 'p99 ms', 'CPU µs', '× bare'],
    ...['spread', 'server', 'generator', 'MiB'],
  ];
  const rows = contenders.map((contender) => {
    const bare = bareOf(contender, contenders);
    return [
      contender.door,
      contender.kind,
      serverName(contender),
      figure(typical(contender, 'perSecond')),
      figure(median(ratios(contender, bare, 'perSecond')), 2),
      figure(typical(contender, 'p50'), 2),
      figure(typical(contender, 'p99'), 2),
      figure(typical(contender, 'cpuPerRequest'), 1),
      figure(median(ratios(contender, bare, 'cpuPerRequest')), 2),
      percents(spread(contender.samples.map(({ perSecond }) => perSecond))),
      percents(typical(contender, 'serverBusy')),
      percents(typical(contender, 'generatorBusy')),
      figure(contender.memory),
    ];
  });
  return table(headings, rows);
}

/** Says for which contenders requests per second tell more of something else than of the server. */
function caveats(contenders: readonly Contender[]): readonly string[] {
  const full = contenders.filter((contender) => typical(contender, 'generatorBusy') >= GENERATOR_IS_FULL);
  const held = contenders.filter((contender) => typical(contender, 'serverBusy') < SERVER_IS_FULL);
  return [
    ...caveat(full, 'The generator was full'),
    ...caveat(held, 'The server did not get its whole core'),
  ];
}

function caveat(contenders: readonly Contender[], what: string): readonly string[] {
  if (contenders.length === 0) return [];
  const names = contenders.map(
    (contender) => `${contender.door} ${contender.kind}, ${serverName(contender)}`,
  );
  return [`${what}, so go by CPU µs and not by requests/s: ${names.join('; ')}.`];
}

function snapshotTable(results: readonly SnapshotResult[]): string {
  const headings = ['namespace', 'load ms', 'compile ms', 'change ms', 'a turn of it ms', 'longest turn ms'];
  const rows = results.map(({ flagCount, load, compile, change, typicalTurn, longestTurn }) => [
    `${figure(flagCount)} flags`,
    ...[load, compile, change, typicalTurn, longestTurn].map((milliseconds) => figure(milliseconds, 1)),
  ]);
  return table(headings, rows);
}

function operationsTable(results: readonly OperationsResult[]): string {
  const headings = ['namespace', 'start-up ms', 'MiB then', 'one write ms', 'MiB after writes'];
  const rows = results.map(({ flagCount, startUp, memory, write, memoryAfterWrites }) => [
    `${figure(flagCount)} flags`,
    figure(startUp),
    figure(memory),
    figure(write, 1),
    figure(memoryAfterWrites),
  ]);
  return table(headings, rows);
}
