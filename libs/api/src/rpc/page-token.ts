import { InvalidArgumentError, quote, type PageRequest, type PageStart } from '@pennon/domain';

/** The paging members that list requests share. */
export interface ListRequest {
  readonly limit: number;
  readonly pageToken: string;
  /** Deprecated; ignored when there is a page token. */
  readonly offset?: number;
}

/**
 * The part of a list that a request asks for.
 *
 * @throws InvalidArgumentError if the page token is not one.
 */
export function pageRequest({ limit, offset = 0, pageToken }: ListRequest): PageRequest {
  if (pageToken !== '') return { limit, offset: decodePageToken(pageToken) };
  return { limit, offset };
}

/**
 * As {@link pageRequest}, for the lists that want a limit when they are to start anywhere but at the beginning.
 *
 * @throws InvalidArgumentError also if the limit is missing.
 */
export function limitedPageRequest(request: ListRequest): PageRequest {
  const { limit, offset = 0, pageToken } = request;
  if (limit === 0 && (offset > 0 || pageToken !== '')) {
    throw new InvalidArgumentError('limit must be set when offset or pageToken is set');
  }
  return pageRequest(request);
}

/** The token of the next page; empty when there is none. */
export function nextPageToken(next: PageStart | undefined): string {
  return next === undefined ? '' : Buffer.from(JSON.stringify(next)).toString('base64');
}

function decodePageToken(token: string): number {
  const offset = offsetIn(token);
  if (offset === undefined) throw new InvalidArgumentError(`pageToken is not valid: ${quote(token)}`);
  return offset;
}

function offsetIn(token: string): number | undefined {
  const bytes = Buffer.from(token, 'base64');
  if (bytes.toString('base64') !== token) return undefined;
  const start = parseObject(bytes.toString());
  if (start === undefined) return undefined;
  const offset: unknown = 'offset' in start ? start.offset : 0;
  return typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0 ? offset : undefined;
}

/** The object the text holds; JSON null passes as an empty one. */
function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return {};
    return typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
