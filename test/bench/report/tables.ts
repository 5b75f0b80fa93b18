import { bareOf, ratios, serverName, typical, type Contender } from '../contender';
import { type EvaluatorResult } from '../measure/evaluator';
import { type HalfLoadResult } from '../measure/half-load';
import { RULES_PER_FLAG, type OperationsResult } from '../measure/operations';
import { type SnapshotResult } from '../measure/snapshots';
import { growthOf, type SoakResult } from '../measure/soak';
import { type WorkersResult } from '../measure/workers';
import { median, spread } from '../statistics';
import { memoryPerFlag } from './memory';
import { figure, percents, table } from './table';

/** Medians of the rounds; the range is that of the ratios of the rounds. */
export function contenderTable(contenders: readonly Contender[]): string {
  const headings = [
    ...[
      'request',
      'server',
      'requests/s',
      '× bare',
      'range',
      'p50 ms',
      'p99 ms',
      'p99.9 ms',
      'CPU µs',
      '× bare',
    ],
    ...['server', 'generator', 'MiB'],
  ];
  const rows = contenders.map((contender) => {
    const bare = bareOf(contender, contenders);
    const rates = ratios(contender, bare, 'perSecond');
    return [
      `${contender.door} ${contender.kind}`,
      serverName(contender),
      figure(typical(contender, 'perSecond')),
      figure(median(rates), 2),
      contender === bare ? '' : `${figure(Math.min(...rates), 2)}–${figure(Math.max(...rates), 2)}`,
      figure(typical(contender, 'p50'), 2),
      figure(typical(contender, 'p99'), 2),
      figure(typical(contender, 'p999'), 2),
      figure(typical(contender, 'cpuPerRequest'), 1),
      figure(median(ratios(contender, bare, 'cpuPerRequest')), 2),
      percents(typical(contender, 'serverBusy')),
      percents(typical(contender, 'generatorBusy')),
      figure(contender.memory),
    ];
  });
  return table(headings, rows);
}

/** The evaluator alone. */
export function evaluatorTable(results: readonly EvaluatorResult[]): string {
  const headings = ['flag', 'namespace', 'evaluations/s of CPU', 'ns each', 'spread'];
  const rows = results.map(({ kind, namespace, rates }) => [
    kind,
    namespace,
    figure(median(rates)),
    figure(1e9 / median(rates)),
    percents(spread(rates)),
  ]);
  return table(headings, rows);
}

const halfLoadNames = {
  quiet: 'no changes',
  changing: 'a flag changes every second',
  bare: 'bare node:http, as many requests',
} as const;

/** Latencies at half the load, counted from when a request was due. */
export function halfLoadTable(result: HalfLoadResult | undefined): string {
  if (result === undefined) return '';
  const { flagCount, rounds } = result;
  const headings = [
    `${figure(flagCount)} flags`,
    'requests/s',
    'p50 ms',
    'p99 ms',
    'p99.9 ms',
    'p99 / p50',
    'range',
  ];
  const rows = Object.entries(halfLoadNames).map(([name, words]) => {
    const results = rounds.map((round) => round[name as keyof typeof halfLoadNames]);
    const shares = results.map(({ p50, p99 }) => p99 / p50);
    return [
      words,
      figure(median(results.map(({ perSecond }) => perSecond))),
      ...(['p50', 'p99', 'p999'] as const).map((key) => figure(median(results.map((each) => each[key])), 2)),
      figure(median(shares), 2),
      `${figure(Math.min(...shares), 2)}–${figure(Math.max(...shares), 2)}`,
    ];
  });
  return table(headings, rows);
}

/** One worker and two. */
export function workersTable(result: WorkersResult | undefined): string {
  if (result === undefined) return '';
  const headings = ['workers', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'cores used', 'generator'];
  const rows = (['one', 'two'] as const).map((name) => {
    const contender = { samples: result[name] };
    return [
      name,
      figure(typical(contender, 'perSecond')),
      figure(typical(contender, 'p50'), 2),
      figure(typical(contender, 'p99'), 2),
      figure(typical(contender, 'cpuPerRequest'), 1),
      figure(typical(contender, 'serverBusy'), 2),
      percents(typical(contender, 'generatorBusy')),
    ];
  });
  return table(headings, rows);
}

/** What snapshots cost. */
export function snapshotTable(results: readonly SnapshotResult[]): string {
  const headings = ['namespace', 'load ms', 'compile ms', 'change ms', 'a turn of it ms', 'longest turn ms'];
  const rows = results.map(({ flagCount, load, compile, change, typicalTurn, longestTurn }) => [
    `${figure(flagCount)} flags`,
    ...[load, compile, change, typicalTurn, longestTurn].map((milliseconds) => figure(milliseconds, 1)),
  ]);
  return table(headings, rows);
}

/** Starting, and memory. */
export function operationsTable(results: readonly OperationsResult[]): string {
  const headings = [
    'namespace',
    'start-up ms',
    'MiB then',
    'MiB at work',
    'MiB after writes',
    'one write ms',
  ];
  const rows = results.map(({ flagCount, startUps, memory, memoryAtWork, memoryAfterWrites, write }) => [
    `${figure(flagCount)} flags`,
    figure(median(startUps)),
    figure(median(memory)),
    figure(memoryAtWork),
    figure(memoryAfterWrites),
    figure(write, 1),
  ]);
  const cost = figure(memoryPerFlag(results), 1);
  return `${table(headings, rows)}\n\nA flag of ${RULES_PER_FLAG} rules costs ${cost} KiB of resident memory.`;
}

/** How the memory of a server went over a soak. */
export function soakTable(result: SoakResult | undefined): string {
  if (result === undefined) return '';
  const { samples, evaluations, changes } = result;
  const headings = [
    'memory',
    'first MiB',
    'last MiB',
    'growth MiB',
    'noise MiB',
    'MiB per million',
    'verdict',
  ];
  const rows = (['heap', 'resident'] as const).map((name) => {
    const { slope, total, noise, isGrowing } = growthOf(result, name);
    return [
      name === 'heap' ? 'alive on the heap' : 'resident',
      figure(samples[0]?.[name] ?? NaN, 1),
      figure(samples.at(-1)?.[name] ?? NaN, 1),
      figure(total, 2),
      figure(noise, 2),
      figure(slope, 3),
      isGrowing ? 'grows' : 'no growth',
    ];
  });
  const what = `${figure(evaluations)} evaluations and ${figure(changes)} changes of a flag; growth by least squares`;
  return `${what} over the samples after the first third.\n\n${table(headings, rows)}`;
}
