import { bareNames, bareOf, find, ratios, typical, type Contender } from '../contender';
import { type Findings } from '../findings';
import { growthOf } from '../measure/soak';
import { BULK_SIZE, USUAL_SIZE, type Entry } from '../plan';
import { median } from '../statistics';
import { BATCH_SIZE } from '../workload/requests';
import { memoryPerFlag } from './memory';
import { figure } from './table';

/** A difference that a run of few rounds cannot tell from none. */
const LEAST_NOISE = 0.05;

/** Whether a target was reached, and by which figure. */
export interface Target {
  readonly isReached: boolean;
  readonly aim: string;
  readonly found: string;
}

/** What was measured against what it is to be. A target informs; it never fails a run. */
export function targetsOf(findings: Findings): readonly Target[] {
  return [
    ...doorTargets(findings.contenders),
    ...freshnessTargets(findings.contenders),
    ...growthTargets(findings.contenders),
    ...latencyTargets(findings),
    ...workerTargets(findings),
    ...evaluatorTargets(findings),
    ...operationsTargets(findings),
    ...soakTargets(findings),
  ];
}

/** One line of the report. */
export function targetLine({ isReached, aim, found }: Target): string {
  return `${isReached ? 'reached' : 'NOT reached'}: ${aim}: ${found}`;
}

const usual = { door: 'HTTP', kind: 'variant', flagCount: USUAL_SIZE, server: 'usual' } as const;
const guarded = { ...usual, server: 'token' } as const;

function doorTargets(contenders: readonly Contender[]): readonly Target[] {
  const single = find(contenders, usual);
  const batch = find(contenders, { ...usual, kind: 'batch' });
  return [
    ...againstBare(contenders, guarded, 0.85, 'HTTP variant with a token'),
    ...against(find(contenders, guarded), single, 0.85, 'HTTP variant with a token, times the same without'),
    ...against(
      batch,
      single,
      8,
      `evaluations in batches of ${BATCH_SIZE}, times those of single requests`,
      BATCH_SIZE,
    ),
    ...againstBare(
      contenders,
      { ...usual, kind: 'OFREP bulk', flagCount: BULK_SIZE },
      0.5,
      `OFREP bulk of ${BULK_SIZE} flags`,
    ),
    ...againstBare(contenders, { ...usual, kind: 'snapshot 304' }, 0.95, 'client snapshot, 304'),
    ...againstBare(
      contenders,
      { ...usual, kind: 'snapshot' },
      0.9,
      `client snapshot of ${figure(USUAL_SIZE)} flags`,
    ),
    ...againstBare(contenders, { ...usual, door: 'gRPC' }, 0.85, 'gRPC variant'),
  ];
}

function againstBare(
  contenders: readonly Contender[],
  entry: Entry,
  aim: number,
  what: string,
): readonly Target[] {
  const contender = find(contenders, entry);
  if (contender === undefined) return [];
  return against(contender, bareOf(contender, contenders), aim, `${what}, times a ${bareNames[entry.door]}`);
}

/** Requests per second of one over those of another. @param each What a request of the first one counts for. */
function against(
  over: Contender | undefined,
  under: Contender | undefined,
  aim: number,
  what: string,
  each = 1,
): readonly Target[] {
  if (over === undefined || under === undefined) return [];
  const ratio = median(ratios(over, under, 'perSecond')) * each;
  const cpuRatio = median(ratios(under, over, 'cpuPerRequest')) * each;
  return [atLeast(ratio, aim, what, `${figure(ratio, 2)} by requests/s, ${figure(cpuRatio, 2)} by CPU time`)];
}

function freshnessTargets(contenders: readonly Contender[]): readonly Target[] {
  const aims = { strict: 0.8, bounded: 0.95, 'bounded with Redis': 0.95 } as const;
  return Object.entries(aims).flatMap(([server, aim]) =>
    against(
      contenders.find((contender) => contender.server === server),
      find(contenders, usual),
      aim,
      `${server}, times embedded`,
    ),
  );
}

/** The smallest size against the largest; half of how far the rounds lay apart is taken for noise. */
function growthTargets(contenders: readonly Contender[]): readonly Target[] {
  const sizes = contenders
    .filter(({ door, kind, server }) => door === 'HTTP' && kind === 'variant' && server === 'usual')
    .sort((one, other) => one.flagCount - other.flagCount);
  const smallest = sizes[0];
  const largest = sizes.at(-1);
  if (smallest === undefined || largest === undefined || smallest === largest) return [];
  const growth = ratios(largest, smallest, 'cpuPerRequest');
  const noise = Math.max(LEAST_NOISE, (Math.max(...growth) - Math.min(...growth)) / 2);
  const rates = `${figure(typical(smallest, 'perSecond'))} to ${figure(typical(largest, 'perSecond'))} requests/s`;
  return [
    {
      isReached: median(growth) <= 1 + noise,
      aim: `no growth from ${figure(smallest.flagCount)} to ${figure(largest.flagCount)} flags beyond noise`,
      found: `CPU time × ${figure(median(growth), 2)}, noise ± ${figure(noise, 2)}, ${rates}`,
    },
  ];
}

function latencyTargets({ halfLoad }: Findings): readonly Target[] {
  if (halfLoad === undefined) return [];
  const ratioOf = (name: 'changing' | 'quiet' | 'bare'): number =>
    median(halfLoad.rounds.map((round) => round[name].p99 / round[name].p50));
  const ratio = ratioOf('changing');
  const others = `${figure(ratioOf('quiet'), 2)} while none changes, ${figure(ratioOf('bare'), 2)} of a bare server`;
  const what = `p99 over p50 at half the load while one of ${figure(halfLoad.flagCount)} flags changes every second`;
  return [atMost(ratio, 3, what, `${figure(ratio, 2)}; ${others}`)];
}

function workerTargets({ workers }: Findings): readonly Target[] {
  if (workers === undefined) return [];
  const ratio = median(
    workers.two.map(({ perSecond }, round) => perSecond / (workers.one[round]?.perSecond ?? NaN)),
  );
  const [one, two] = [workers.one, workers.two].map((samples) =>
    figure(typical({ samples }, 'cpuPerRequest'), 1),
  );
  const shares = workers.share === undefined ? '' : ` with ${figure(workers.share, 2)} of a core each`;
  const found = `${figure(ratio, 2)}, CPU ${one} and ${two} µs a request`;
  return [atLeast(ratio, 1.8, `two workers${shares}, times one`, found)];
}

function evaluatorTargets({ evaluator }: Findings): readonly Target[] {
  const rates = evaluator
    .filter(({ kind, hasUsualRules }) => kind === 'variant' && hasUsualRules)
    .map((result) => median(result.rates));
  if (rates.length === 0) return [];
  const slowest = Math.min(...rates);
  return [atLeast(slowest, 1_000_000, 'evaluations/s of the evaluator at every size', figure(slowest))];
}

function operationsTargets({ operations }: Findings): readonly Target[] {
  const startUps = operations.flatMap(({ flagCount, startUps: times }) => {
    const aim = flagCount === 0 ? 1000 : 3000;
    const time = median(times);
    return flagCount === 0 || flagCount === 10_000
      ? [atMost(time, aim, `ms to start with ${figure(flagCount)} flags`, figure(time))]
      : [];
  });
  const memory = operations
    .filter(({ flagCount }) => flagCount === 10_000)
    .map((result) => {
      const most = Math.max(median(result.memory), result.memoryAtWork);
      const cost = `${figure(memoryPerFlag(operations), 1)} KiB a flag`;
      const found = `${figure(median(result.memory))} when started, ${figure(result.memoryAtWork)} at work; ${cost}`;
      return atMost(most, 150, 'MiB resident with 10,000 flags of five rules', found);
    });
  return [...startUps, ...memory];
}

function soakTargets({ soak }: Findings): readonly Target[] {
  if (soak === undefined) return [];
  const growth = growthOf(soak, 'heap');
  return [
    {
      isReached: !growth.isGrowing,
      aim: `no growth of the heap in ${figure(soak.evaluations)} evaluations with ${figure(soak.changes)} changes`,
      found: `${figure(growth.total, 2)} MiB, noise ± ${figure(growth.noise, 2)}`,
    },
  ];
}

function atLeast(value: number, aim: number, what: string, found: string): Target {
  return { isReached: value >= aim, aim: `${what}, at least ${figure(aim, decimalsOf(aim))}`, found };
}

/** A target that is reached by as much, or less. */
export function atMost(value: number, aim: number, what: string, found: string): Target {
  return { isReached: value <= aim, aim: `${what}, at most ${figure(aim, decimalsOf(aim))}`, found };
}

function decimalsOf(aim: number): number {
  return Number.isInteger(aim) ? 0 : 2;
}
