import { type CompiledBooleanFlag, type CompiledVariantFlag } from '@pennon/snapshot';
import { EvaluationCounts } from '../counts/evaluation-counts';
import { evaluationSeries } from '../counts/evaluation-series';
import { FlagEvaluator } from './flag-evaluator';

/** A flag that cannot be evaluated, which no flag is by design. */
const broken = {
  key: 'a',
  isEnabled: true,
  get rollouts(): never {
    throw new Error('broken');
  },
  get rules(): never {
    throw new Error('broken');
  },
};

test.each([
  [
    'boolean',
    (evaluator: FlagEvaluator) => evaluator.boolean('', broken as unknown as CompiledBooleanFlag, 'me', {}),
  ],
  [
    'variant',
    (evaluator: FlagEvaluator) => evaluator.variant('', broken as unknown as CompiledVariantFlag, 'me', {}),
  ],
] as const)('an evaluation of a %s flag that fails is an error, and no result', (_, evaluate) => {
  const counts = new EvaluationCounts(1, { now: 1000 });
  const evaluator = new FlagEvaluator(counts);
  expect(() => evaluate(evaluator)).toThrow('broken');
  const values = evaluationSeries(counts, () => true).map(({ name, collect }) => [
    name,
    [...collect()].at(-1)?.value,
  ]);
  expect(values).toEqual([
    ['flipt_evaluations_requests_total', 1],
    ['flipt_evaluations_errors_total', 1],
    ['flipt_evaluations_results_total', undefined],
    ['flipt_evaluations_latency_milliseconds', 1],
  ]);
});
