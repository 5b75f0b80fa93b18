import { setImmediate as breathe } from 'node:timers/promises';
import { evaluateBoolean, evaluateVariant } from '@pennon/evaluator';
import { buildSnapshotDocument, compileSnapshot, type NamespaceRows, type Snapshot } from '@pennon/snapshot';
import { type BenchOptions } from '../options';
import { say } from '../say';
import { figure } from '../report/table';
import { benchNamespace, flagKeys } from '../workload/bench-namespace';
import { entities, ENTITY_COUNT, type Entity } from '../workload/entities';
import { constraintsNamespace, listNamespace } from '../workload/wide-segments';

/** Length of one sample, as a share of one over HTTP; long enough for garbage collection to have its share. */
const SAMPLE_SHARE = 0.2;

/** Constraints of one segment, and ids in one list. */
const CONSTRAINTS = [1, 10, 100, 1_000];
const LISTED = 100_000;

/** How many flags are picked before the same sequence comes again; a power of two, so that a mask picks one. */
const PICK_COUNT = 1 << 16;

/** A prime, so that flags are met in no order a processor could foresee. */
const STRIDE = 7919;

const kinds = ['variant', 'boolean'] as const;
type Kind = (typeof kinds)[number];

/** How fast the evaluator alone is in one namespace. */
export interface EvaluatorResult {
  readonly kind: Kind;
  /** What is special about the namespace: its size, or that of its segment. */
  readonly namespace: string;
  /** True when it differs from others only in how many flags there are, each with the usual rules. */
  readonly hasUsualRules: boolean;
  /** Evaluations per second of CPU time, by round. */
  readonly rates: readonly number[];
}

interface Contestant extends EvaluatorResult {
  readonly snapshot: Snapshot;
  readonly picks: readonly string[];
  readonly rates: number[];
}

/** The results of the last evaluations, kept so that each is really made. */
const kept: unknown[] = Array.from({ length: ENTITY_COUNT });

/** Evaluates in this process: finds the flag by its key, as a request does, and evaluates it. */
export async function benchEvaluator({
  sizes,
  rounds,
  seconds,
}: BenchOptions): Promise<readonly EvaluatorResult[]> {
  const contestants = contestantsOf(sizes);
  const sampleMs = seconds * 1000 * SAMPLE_SHARE;
  // The first round is for the compiler and does not count.
  for (let round = 0; round <= rounds; round++) {
    say(`evaluator, round ${round} of ${rounds}`);
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
      const rate = sample(contestant, sampleMs);
      if (round > 0) contestant.rates.push(rate);
      // Signals are heard only in between.
      await breathe();
    }
  }
  return contestants.map(({ kind, namespace, hasUsualRules, rates }) => ({
    kind,
    namespace,
    hasUsualRules,
    rates,
  }));
}

function contestantsOf(sizes: readonly number[]): readonly Contestant[] {
  const contestant = (kind: Kind, namespace: string, rows: NamespaceRows): Contestant => ({
    ...{ kind, namespace, hasUsualRules: false },
    snapshot: compileSnapshot(asFromOutside(buildSnapshotDocument(rows))),
    picks: picksOf(kind, rows.flags.length),
    rates: [],
  });
  const usual = sizes.flatMap((size) => {
    const rows = benchNamespace(size);
    return kinds.map((kind) => ({ ...contestant(kind, `${figure(size)} flags`, rows), hasUsualRules: true }));
  });
  return [
    ...usual,
    ...CONSTRAINTS.map((count) =>
      contestant(
        'variant',
        `segment of ${figure(count)} ${count === 1 ? 'constraint' : 'constraints'}`,
        constraintsNamespace(count),
      ),
    ),
    contestant('variant', `segment of ${figure(LISTED)} ids`, listNamespace(LISTED)),
  ];
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

/**
 * Evaluations per second of CPU time, over that many milliseconds of it: others on the machine take nothing from that.
 */
function sample({ kind, snapshot, picks }: Contestant, sampleMs: number): number {
  const evaluate = kind === 'variant' ? evaluateVariantFlag : evaluateBooleanFlag;
  const start = process.cpuUsage();
  let count = 0;
  let elapsed = 0;
  while (elapsed < sampleMs) {
    for (const entity of entities) {
      kept[count % ENTITY_COUNT] = evaluate(snapshot, picks[count % PICK_COUNT] ?? '', entity);
      count++;
    }
    const { user, system } = process.cpuUsage(start);
    elapsed = (user + system) / 1000;
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
