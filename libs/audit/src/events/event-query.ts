import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { instantOf, isTimestampValid, type pennonAudit } from '@pennon/proto';
import {
  auditActions,
  type AuditQuery,
  auditTypes,
  type Instant,
  InvalidArgumentError,
  invalidField,
  quote,
} from '@pennon/domain';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/**
 * Most items of a page of the log.
 *
 * @param asked What the request says; 0 for nothing.
 */
export function limitOf(asked: number): number {
  return asked === 0 ? DEFAULT_LIMIT : Math.min(asked, MAX_LIMIT);
}

/** A position as page tokens write it. */
const POSITION = /^[1-9]\d{0,15}$/;

/**
 * Which events a request means.
 *
 * @throws InvalidArgumentError if a moment is none, or if the page token is not one.
 */
export function eventQueryOf(request: pennonAudit.ListEventsRequest): AuditQuery {
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
    before: positionOf(pageToken),
    limit: limitOf(limit),
  };
}

function given(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function oneOf<T extends string>(words: readonly T[], text: string): T | undefined {
  return words.find((known) => known === text);
}

function momentOf(field: string, timestamp: Timestamp | undefined): Instant | undefined {
  if (timestamp === undefined) return undefined;
  if (!isTimestampValid(timestamp)) throw invalidField(field, 'is out of range');
  return instantOf(timestamp);
}

function positionOf(pageToken: string): number | undefined {
  if (pageToken === '') return undefined;
  if (!POSITION.test(pageToken))
    throw new InvalidArgumentError(`pageToken is not valid: ${quote(pageToken)}`);
  return Number(pageToken);
}
