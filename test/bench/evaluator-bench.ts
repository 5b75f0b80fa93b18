import { performance } from 'node:perf_hooks';
import { setImmediate as breathe } from 'node:timers/promises';
import { evaluateBoolean, evaluateVariant } from '@pennon/evaluator';
import { buildSnapshotDocument, compileSnapshot, type Snapshot } from '@pennon/snapshot';
import { type BenchOptions } from './options';
import { median, spread } from './statistics';
import { benchNamespace, flagKeys } from './workload/bench-namespace';
import { entities, ENTITY_COUNT, type Entity } from './workload/entities';

/** Length of one sample; long enough for garbage collection to have its share. */
const SAMPLE_MS = 500;

/** How many flags are picked before the same sequence comes again; a power of two, so that a mask picks one. */
const PICK_COUNT = 1 << 16;

/** A prime, so that flags are met in no order a processor could foresee. */
const STRIDE = 7919;

const kinds = ['variant', 'boolean'] as const;
type Kind = (typeof kinds)[number];

/** How fast the evaluator alone is in a namespace of one size. */
export interface EvaluatorResult {
  readonly kind: Kind;
  readonly flagCount: number;
  /** Evaluations per second; the median of the rounds. */
  readonly perSecond: number;
  /** How far the rounds lay apart, as a share of the median. */
  readonly spread: number;
}

interface Contestant {
  readonly kind: Kind;
  readonly flagCount: number;
  readonly snapshot: Snapshot;
  readonly picks: readonly string[];
  readonly rates: number[];
}

/** The results of the last evaluations, kept so that each is really made. */
const kept: unknown[] = Array.from({ length: ENTITY_COUNT });

/** Evaluates in this process: finds the flag by its key, as a request does, and evaluates it. */
export async function benchEvaluator({ sizes, rounds }: BenchOptions): Promise<readonly EvaluatorResult[]> {
  const contestants = sizes.flatMap(contestantsOf);
  // The first round is for the compiler and does not count.
  for (let round = 0; round <= rounds; round++) {
    process.stderr.write(`evaluator, round ${round} of ${rounds}\n`);
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
      const rate = sample(contestant);
      if (round > 0) contestant.rates.push(rate);
      // Signals are heard only in between.
      await breathe();
    }
  }
  return contestants.map(({ kind, flagCount, rates }) => ({
    kind,
    flagCount,
    perSecond: median(rates),
    spread: spread(rates),
  }));
}

function contestantsOf(flagCount: number): readonly Contestant[] {
  const snapshot = compileSnapshot(asFromOutside(buildSnapshotDocument(benchNamespace(flagCount))));
  return kinds.map((kind) => ({ kind, flagCount, snapshot, picks: picksOf(kind, flagCount), rates: [] }));
}

/** Keys to look up: not the strings the snapshot holds but equal ones, as they come with a request. */
function picksOf(kind: Kind, flagCount: number): readonly string[] {
  const keys = asFromOutside(flagKeys(kind, flagCount));
  return Array.from({ length: PICK_COUNT }, (_, index) => keys[(index * STRIDE) % keys.length] ?? '');
}

/** A copy whose strings and objects are made as a parser makes them; those glued together here are slower. */
function asFromOutside<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Evaluations per second. */
function sample({ kind, snapshot, picks }: Contestant): number {
  const evaluate = kind === 'variant' ? evaluateVariantFlag : evaluateBooleanFlag;
  const start = performance.now();
  let count = 0;
  let elapsed = 0;
  while (elapsed < SAMPLE_MS) {
    for (const entity of entities) {
      kept[count % ENTITY_COUNT] = evaluate(snapshot, picks[count % PICK_COUNT] ?? '', entity);
      count++;
    }
    elapsed = performance.now() - start;
  }
  return (count / elapsed) * 1000;
}

function evaluateVariantFlag({ flags }: Snapshot, flagKey: string, { id, context }: Entity): unknown {
  const flag = flags.get(flagKey);
  if (flag?.type !== 'variant') throw new Error(`no variant flag ${flagKey}`);
  return evaluateVariant(flag, id, context);
}

function evaluateBooleanFlag({ flags }: Snapshot, flagKey: string, { id, context }: Entity): unknown {
  const flag = flags.get(flagKey);
  if (flag?.type !== 'boolean') throw new Error(`no boolean flag ${flagKey}`);
  return evaluateBoolean(flag, id, context);
}
