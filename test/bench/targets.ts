import {
  bareNames,
  bareOf,
  plainOf,
  ratios,
  typical,
  type Contender,
  type ServerFreshness,
} from './contender';
import { type EvaluatorResult } from './evaluator-bench';
import { median } from './statistics';
import { figure } from './table';

/** Evaluations per second of a variant flag with three rules. */
const EVALUATOR_TARGET = 1_000_000;

/** Variant requests per second, as a share of what the bare server at the same door answers. */
const doorTargets = { HTTP: 0.6, gRPC: 0.7 } as const;

/** Requests per second with a token, as a share of those without. */
const TOKEN_TARGET = 0.85;

/** Requests per second of servers among others, as a share of those of one that is alone. */
const freshnessTargets: Readonly<Record<Exclude<ServerFreshness, 'embedded'>, number>> = {
  strict: 0.8,
  bounded: 0.95,
  'bounded with Redis': 0.95,
};

/** A difference that a run of few rounds cannot tell from none. */
const LEAST_NOISE = 0.05;

/** One line per target: whether it was reached, and by which figure. A target informs; it never fails a run. */
export function targetLines(
  evaluator: readonly EvaluatorResult[],
  contenders: readonly Contender[],
): readonly string[] {
  const rates = evaluator.filter(({ kind }) => kind === 'variant').map(({ perSecond }) => perSecond);
  const rate = Math.min(...rates);
  const variants = contenders.filter(
    (contender) =>
      contender.kind === 'variant' &&
      contender.flagCount !== undefined &&
      plainOf(contender, contenders) === undefined,
  );
  return [
    line(
      rate >= EVALUATOR_TARGET,
      `evaluator at least ${figure(EVALUATOR_TARGET)} evaluations/s at every size`,
      `${figure(rate)} at the slowest`,
    ),
    ...variants.map((contender) => doorLine(contender, bareOf(contender, contenders))),
    ...contenders.flatMap((contender) => plainLines(contender, plainOf(contender, contenders))),
    ...growthLines(variants.filter(({ door }) => door === 'HTTP')),
  ];
}

function doorLine(contender: Contender, bare: Contender): string {
  const { door, flagCount = 0 } = contender;
  const target = doorTargets[door];
  const ratio = median(ratios(contender, bare, 'perSecond'));
  const cpuRatio = median(ratios(bare, contender, 'cpuPerRequest'));
  return line(
    ratio >= target,
    `${door} variant with ${figure(flagCount)} flags at least ${target} of a ${bareNames[door]}`,
    `${figure(ratio, 2)} by requests/s, ${figure(cpuRatio, 2)} by CPU time`,
  );
}

/** What a token costs, or other instances beside this one. */
function plainLines(contender: Contender, plain: Contender | undefined): readonly string[] {
  if (plain === undefined) return [];
  const { door, kind, freshness } = contender;
  const isAlone = freshness === 'embedded';
  const target = isAlone ? TOKEN_TARGET : freshnessTargets[freshness];
  const ratio = median(ratios(contender, plain, 'perSecond'));
  const cpuRatio = median(ratios(plain, contender, 'cpuPerRequest'));
  const comparison = isAlone
    ? `with a token at least ${target} of the same without`
    : `${freshness} at least ${target} of embedded`;
  return [
    line(
      ratio >= target,
      `${door} ${kind} ${comparison}`,
      `${figure(ratio, 2)} by requests/s, ${figure(cpuRatio, 2)} by CPU time`,
    ),
  ];
}

/** The smallest size against the largest; half of how far the rounds lay apart is taken for noise. */
function growthLines(variants: readonly Contender[]): readonly string[] {
  const smallest = variants[0];
  const largest = variants.at(-1);
  if (smallest === undefined || largest === undefined) return [];
  const growth = ratios(largest, smallest, 'cpuPerRequest');
  const noise = Math.max(LEAST_NOISE, (Math.max(...growth) - Math.min(...growth)) / 2);
  const flags = `${figure(smallest.flagCount ?? 0)} to ${figure(largest.flagCount ?? 0)} flags`;
  const rates = `${figure(typical(smallest, 'perSecond'))} to ${figure(typical(largest, 'perSecond'))} requests/s`;
  return [
    line(
      median(growth) <= 1 + noise,
      `no growth from ${flags} beyond noise`,
      `CPU time × ${figure(median(growth), 2)}, noise ± ${figure(noise, 2)}, ${rates}`,
    ),
  ];
}

function line(isReached: boolean, target: string, found: string): string {
  return `${isReached ? 'reached' : 'NOT reached'}: ${target}: ${found}`;
}
