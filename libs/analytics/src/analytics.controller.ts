import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { Rpc } from '@pennon/api';
import { fliptAnalytics, pennonAnalytics, timestampOf } from '@pennon/proto';
import { Clock, type Instant, timestampText } from '@pennon/domain';
import { UnitOfWork } from '@pennon/storage';
import { beginningsOf, countQueryOf } from './count-query';

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

/** Tells how often flags were evaluated. */
@Controller()
export class AnalyticsController {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidArgumentError if `from` or `to` is no moment, or they are no span of 366 days at most. */
  @Rpc(fliptAnalytics.AnalyticsService.method.getFlagEvaluationsCount)
  async count(
    request: fliptAnalytics.GetFlagEvaluationsCountRequest,
  ): Promise<fliptAnalytics.GetFlagEvaluationsCountResponse> {
    const query = countQueryOf(request, this.clock.now());
    const found = await this.unitOfWork.read(({ evaluationCounts }) => evaluationCounts.series(query));
    const beginnings = beginningsOf(query);
    return create(fliptAnalytics.GetFlagEvaluationsCountResponseSchema, {
      timestamps: beginnings.map(timestampText),
      values: beginnings.map((begun) => found.get(begun) ?? 0),
    });
  }

  /**
   * The same by value.
   *
   * @throws InvalidArgumentError as {@link count}.
   */
  @Rpc(pennonAnalytics.CountService.method.getValueCounts)
  async countByValue(
    request: fliptAnalytics.GetFlagEvaluationsCountRequest,
  ): Promise<pennonAnalytics.ValueCounts> {
    const query = countQueryOf(request, this.clock.now());
    const { found, lastMinute } = await this.unitOfWork.read(async ({ evaluationCounts }) => ({
      found: await evaluationCounts.seriesByValue(query),
      lastMinute: await evaluationCounts.lastMinute(query),
    }));
    return valueCountsOf(beginningsOf(query), found, lastMinute);
  }
}
