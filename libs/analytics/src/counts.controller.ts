import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { Rpc } from '@pennon/api';
import { pennonAnalytics } from '@pennon/proto';
import type { Clock, EvaluationCountSink } from '@pennon/domain';
import type { Series } from '@pennon/platform';
import { countBatchOf } from './count-batch';
import { plausibleMinutes } from './counting/retention';

/** Batches of counts from other processes, on their way to the database. */
export class CountReceiver {
  private readonly outcomes = { added: 0, repeated: 0 };

  /** @param retention How long counts stay, in milliseconds; older ones are not taken. */
  constructor(
    private readonly retention: number,
    private readonly sink: EvaluationCountSink,
    private readonly clock: Clock,
  ) {}

  /** What there is to tell of it by this process. */
  get series(): Series {
    return {
      name: 'pennon_analytics_batches_total',
      help: 'Batches of counts that readers have sent here, added or repeated: those were added before.',
      type: 'counter',
      collect: () =>
        Object.entries(this.outcomes).map(([outcome, value]) => ({ labels: { outcome }, value })),
    };
  }

  /**
   * Adds a batch.
   *
   * @returns false if it was added before.
   * @throws InvalidFieldError if a field is not what it has to be, UnavailableError if nothing can be written now.
   */
  async take(request: pennonAnalytics.AddCountsRequest): Promise<boolean> {
    const minutes = plausibleMinutes(this.clock.now(), this.retention);
    const isNew = await this.sink.add(countBatchOf(request, minutes));
    this.outcomes[isNew ? 'added' : 'repeated']++;
    return isNew;
  }
}

/** Takes counts from readers (docs/adr/0023-readers-ship-their-counts.md). */
@Controller()
export class CountsController {
  constructor(private readonly receiver: CountReceiver) {}

  /** @throws InvalidFieldError if a field is not what it has to be, UnavailableError if nothing can be written now. */
  @Rpc(pennonAnalytics.CountService.method.addCounts)
  async add(request: pennonAnalytics.AddCountsRequest): Promise<pennonAnalytics.AddCountsResponse> {
    const isNew = await this.receiver.take(request);
    return create(pennonAnalytics.AddCountsResponseSchema, { alreadyAdded: !isNew });
  }
}
