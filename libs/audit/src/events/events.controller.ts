import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { numberInPageToken, pageLimit, Rpc } from '@pennon/api';
import { auditActions, auditTypes, type AuditQuery } from '@pennon/domain';
import { momentOf, pennonAudit } from '@pennon/proto';
import { UnitOfWork } from '@pennon/storage';
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

/**
 * Which events a request means.
 *
 * @throws InvalidArgumentError if a moment is none, or if the page token is not one.
 */
function eventQueryOf(request: pennonAudit.ListEventsRequest): AuditQuery {
  const { limit, pageToken } = request;
  return {
    namespaceKey: given(request.namespaceKey),
    flagKey: given(request.flagKey),
    segmentKey: given(request.segmentKey),
    type: oneOf(auditTypes, request.type),
    action: oneOf(auditActions, request.action),
    actor: given(request.actor),
    from: momentOf('from', request.from),
    to: momentOf('to', request.to),
    before: numberInPageToken(pageToken),
    limit: pageLimit(limit),
  };
}

function given(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function oneOf<T extends string>(words: readonly T[], text: string): T | undefined {
  return words.find((known) => known === text);
}
