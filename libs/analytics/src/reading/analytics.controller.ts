import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { fliptAnalytics, pennonAnalytics, Rpc } from '@pennon/api';
import { Clock } from '@pennon/domain';
import { UnitOfWork } from '@pennon/storage';
import { countQueryOf } from './count-query';
import { beginningsOf, timestampText } from './count-steps';
import { valueCountsOf } from './value-counts';

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
