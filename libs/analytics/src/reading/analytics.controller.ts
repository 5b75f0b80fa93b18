import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { fliptAnalytics, Rpc } from '@pennon/api';
import { Clock, type Instant } from '@pennon/domain';
import { UnitOfWork } from '@pennon/storage';
import { countQueryOf } from './count-query';

/** Tells how often flags were evaluated. Source: contract/operations.md 9.6. */
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
    const answer = create(fliptAnalytics.GetFlagEvaluationsCountResponseSchema);
    for (let begun = query.from; begun < query.to; begun += query.step) {
      answer.timestamps.push(timestampText(begun));
      answer.values.push(found.get(begun) ?? 0);
    }
    return answer;
  }
}

/** RFC 3339 to the second: a step begins at a whole one. */
function timestampText(instant: Instant): string {
  return new Date(instant / 1000).toISOString().replace('.000Z', 'Z');
}
