import { create } from '@bufbuild/protobuf';
import { pennonAnalytics, timestampOf } from '@pennon/api';
import { type Instant } from '@pennon/domain';
import { timestampText } from './count-steps';

/** Most values that are told one by one. A flag seldom has as many, and a chart never room for more. */
const MAX_VALUES = 20;

type Series = ReadonlyMap<Instant, number>;

/**
 * What there is to tell of a flag, by what it answered.
 *
 * @param beginnings Of the steps, in order.
 * @param found Evaluations by value and beginning of the step.
 * @param lastMinute When the flag was last evaluated.
 */
export function valueCountsOf(
  beginnings: readonly Instant[],
  found: ReadonlyMap<string, Series>,
  lastMinute: Instant | undefined,
): pennonAnalytics.ValueCounts {
  const ranked = [...found].sort(byTotal);
  const others = ranked.slice(MAX_VALUES).map(([, series]) => series);
  return create(pennonAnalytics.ValueCountsSchema, {
    timestamps: beginnings.map(timestampText),
    values: ranked
      .slice(0, MAX_VALUES)
      .map(([value, series]) => ({ value, evaluations: inSteps(beginnings, [series]) })),
    others: others.length === 0 ? [] : inSteps(beginnings, others),
    ...(lastMinute !== undefined && { lastEvaluatedAt: timestampOf(lastMinute) }),
  });
}

/** The most frequent first; in one order for equals, so that charts do not change from one answer to the next. */
function byTotal(
  [one, ofOne]: readonly [string, Series],
  [other, ofOther]: readonly [string, Series],
): number {
  return totalOf(ofOther) - totalOf(ofOne) || (one < other ? -1 : 1);
}

function totalOf(series: Series): number {
  return [...series.values()].reduce((sum, evaluations) => sum + evaluations, 0);
}

/** The sum of the series in each step. */
function inSteps(beginnings: readonly Instant[], all: readonly Series[]): bigint[] {
  return beginnings.map((begun) => BigInt(all.reduce((sum, series) => sum + (series.get(begun) ?? 0), 0)));
}
