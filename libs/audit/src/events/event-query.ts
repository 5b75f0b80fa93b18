import { momentOf, type pennonAudit } from '@pennon/proto';
import { numberInPageToken, pageLimit } from '@pennon/api';
import { auditActions, type AuditQuery, auditTypes } from '@pennon/domain';

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
