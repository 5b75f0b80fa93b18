import { type Random } from '../../support/random';
import { type ConstraintPlan } from './plan';
import { pick, pickSome, pools, properties, type ContextType } from './values';

const listOperators = ['isoneof', 'isnotoneof'] as const;
const orderOperators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte'] as const;

/** Draws a constraint whose value the engine is known to read otherwise. */
export type OddConstraint = (random: Random) => ConstraintPlan;

/** One for every class of such values, and one for a moment of which contexts have other spellings. */
export const oddConstraints: readonly OddConstraint[] = [
  (random) =>
    ordering(
      random,
      'number',
      pools.number.odd.filter((value) => value !== ' '),
    ),
  (random) => ordering(random, 'datetime', ['2024-01-02', '2024-02-29', '2023-12-31']),
  (random) => ordering(random, 'datetime', ['2024-01-02T03:04:05Z']),
  (random) => list(random, 'number', [5, 42, 0, 0.5]),
  (random) => list(random, 'number', [5, 42, -1, null]),
  (random) => list(random, 'string', [...pickSome(random, pools.string.common, 4), null]),
  (random) => list(random, 'string', [...pickSome(random, pools.string.common, 4), 'a "quoted" b']),
];

function ordering(random: Random, type: 'number' | 'datetime', values: readonly string[]): ConstraintPlan {
  return constraint(random, type, pick(random, orderOperators), pick(random, values));
}

function list(random: Random, type: 'number' | 'string', elements: readonly unknown[]): ConstraintPlan {
  return constraint(random, type, pick(random, listOperators), JSON.stringify(elements));
}

function constraint(
  random: Random,
  type: ContextType,
  operator: ConstraintPlan['operator'],
  value: string,
): ConstraintPlan {
  return { type, property: pick(random, properties[type]), operator, value };
}
