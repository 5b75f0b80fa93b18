import { create } from '@bufbuild/protobuf';
import { Controller, Optional } from '@nestjs/common';
import { invalidPageToken, originOf, pageLimit, Rpc, type RpcCall } from '@pennon/api';
import { pennonAudit, timestampOf } from '@pennon/proto';
import { type AuditEvent, ReadOnlyError } from '@pennon/domain';
import { type AuditDeadLetter, type DeadLetterQuery, UnitOfWork } from '@pennon/storage';
import { EventNames, presentEvent } from '../events/events.presenter';
import { Replay } from './replay';

/** A position and the name of a sink, as page tokens write them. */
const PLACE = /^(?<position>[1-9]\d{0,15}):(?<sink>[\w:.-]{1,255})$/;

/**
 * Which dead letters a request means.
 *
 * @throws InvalidArgumentError if the page token is not one.
 */
function deadLetterQueryOf(request: pennonAudit.ListDeadLettersRequest): DeadLetterQuery {
  const { sink, limit, pageToken } = request;
  return {
    sink: sink === '' ? undefined : sink,
    after: pageToken === '' ? undefined : placeOf(pageToken),
    limit: pageLimit(limit),
  };
}

/** The token of the page that begins after a dead letter. */
function pageAfter({ position, sink }: NonNullable<DeadLetterQuery['after']>): string {
  return `${position}:${sink}`;
}

function placeOf(pageToken: string): DeadLetterQuery['after'] {
  const { position, sink } = PLACE.exec(pageToken)?.groups ?? {};
  if (position === undefined || sink === undefined) throw invalidPageToken(pageToken);
  return { position: Number(position), sink };
}

const { method } = pennonAudit.AuditService;

/** Lists what sinks would not take, and offers it to them again. */
@Controller()
export class DeadLettersController {
  /** @param replay Absent in an instance that delivers nothing. */
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly names: EventNames,
    @Optional() private readonly replay?: Replay,
  ) {}

  /** @throws InvalidArgumentError if the page token is not one. */
  @Rpc(method.listDeadLetters)
  async list(request: pennonAudit.ListDeadLettersRequest): Promise<pennonAudit.DeadLetterList> {
    const query = deadLetterQueryOf(request);
    const { letters, events } = await this.unitOfWork.read(async ({ audit, auditDeliveries }) => {
      const found = await auditDeliveries.letters({ ...query, limit: query.limit + 1 });
      return { letters: found, events: await audit.at(found.map(({ position }) => position)) };
    });
    const page = letters.slice(0, query.limit);
    const last = letters.length > query.limit ? page.at(-1) : undefined;
    const byPosition = new Map(events.map((event) => [event.position, this.names.show(event)]));
    return create(pennonAudit.DeadLetterListSchema, {
      deadLetters: page.map((letter) => present(letter, byPosition.get(letter.position))),
      nextPageToken: last === undefined ? '' : pageAfter(last),
    });
  }

  /**
   * @throws ReadOnlyError if this instance must not change anything, InvalidArgumentError if the sink is none that is
   *   switched on, and NotFoundError if there is no dead letter at that position.
   */
  @Rpc(method.replayDeadLetters)
  async offerAgain(
    { sink, position }: pennonAudit.ReplayDeadLettersRequest,
    call: RpcCall,
  ): Promise<pennonAudit.ReplayReport> {
    if (this.replay === undefined) throw new ReadOnlyError();
    const only = position === 0n ? undefined : Number(position);
    const report = await this.replay.run(sink, only, originOf(call));
    return create(pennonAudit.ReplayReportSchema, report);
  }
}

/** @param event Undefined for one that is deleted at this very moment. */
function present(letter: AuditDeadLetter, event: AuditEvent | undefined): pennonAudit.DeadLetter {
  const { sink, reason, attempts, failedAt } = letter;
  return create(pennonAudit.DeadLetterSchema, {
    ...{ sink, reason, attempts },
    failedAt: timestampOf(failedAt),
    ...(event !== undefined && { event: presentEvent(event) }),
  });
}
