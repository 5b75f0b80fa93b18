import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { pennonAnalytics, Rpc } from '@pennon/api';
import { CountIntake } from './count-intake';

/** Takes counts from readers (docs/adr/0023-readers-ship-their-counts.md). */
@Controller()
export class CountsController {
  constructor(private readonly intake: CountIntake) {}

  /** @throws InvalidFieldError if a field is not what it has to be, UnavailableError if nothing can be written now. */
  @Rpc(pennonAnalytics.CountService.method.addCounts)
  async add(request: pennonAnalytics.AddCountsRequest): Promise<pennonAnalytics.AddCountsResponse> {
    const isNew = await this.intake.take(request);
    return create(pennonAnalytics.AddCountsResponseSchema, { alreadyAdded: !isNew });
  }
}
