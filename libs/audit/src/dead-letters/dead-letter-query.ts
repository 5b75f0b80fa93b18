import { type pennonAudit } from '@pennon/api';
import { InvalidArgumentError, quote } from '@pennon/domain';
import { type DeadLetterQuery } from '@pennon/storage';
import { limitOf } from '../events/limit';

/** A position and the name of a sink, as page tokens write them. */
const PLACE = /^(?<position>[1-9]\d{0,15}):(?<sink>[\w:.-]{1,255})$/;

/**
 * Which dead letters a request means.
 *
 * @throws InvalidArgumentError if the page token is not one.
 */
export function deadLetterQueryOf(request: pennonAudit.ListDeadLettersRequest): DeadLetterQuery {
  const { sink, limit, pageToken } = request;
  return {
    sink: sink === '' ? undefined : sink,
    after: pageToken === '' ? undefined : placeOf(pageToken),
    limit: limitOf(limit),
  };
}

/** The token of the page that begins after a dead letter. */
export function pageAfter({ position, sink }: NonNullable<DeadLetterQuery['after']>): string {
  return `${position}:${sink}`;
}

function placeOf(pageToken: string): DeadLetterQuery['after'] {
  const { position, sink } = PLACE.exec(pageToken)?.groups ?? {};
  if (position === undefined || sink === undefined)
    throw new InvalidArgumentError(`pageToken is not valid: ${quote(pageToken)}`);
  return { position: Number(position), sink };
}
