import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { Rpc } from '@pennon/api';
import { pennonAudit } from '@pennon/proto';
import { UnitOfWork } from '@pennon/storage';
import { eventQueryOf } from './event-query';
import { EventNames, nextEventPage, presentEvent } from './events.presenter';

/** Lists the audit log. */
@Controller()
export class EventsController {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly names: EventNames,
  ) {}

  /** @throws InvalidArgumentError if a filter can mean nothing, or the page token is not one. */
  @Rpc(pennonAudit.AuditService.method.listEvents)
  async list(request: pennonAudit.ListEventsRequest): Promise<pennonAudit.EventList> {
    const query = eventQueryOf(request);
    const found = await this.unitOfWork.read(({ audit }) => audit.list({ ...query, limit: query.limit + 1 }));
    return create(pennonAudit.EventListSchema, {
      events: found.slice(0, query.limit).map(this.names.show).map(presentEvent),
      nextPageToken: nextEventPage(found, query.limit),
    });
  }
}
