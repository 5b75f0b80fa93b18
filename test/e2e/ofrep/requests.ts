import { type Request } from '../../support/http';

/** What is sent beside the context. */
export type Headers = Readonly<Record<string, string>>;

/** Asks for one flag. @param key As it goes into the path. */
export function flagRequest(key: string, context?: unknown, headers: Headers = {}): Request {
  return post(`/ofrep/v1/evaluate/flags/${key}`, context, headers);
}

/** Asks for the flags that the context names, or for all. */
export function bulkRequest(context?: unknown, headers: Headers = {}): Request {
  return post('/ofrep/v1/evaluate/flags', context, headers);
}

function post(path: string, context: unknown, headers: Headers): Request {
  return { verb: 'POST', path, headers, body: JSON.stringify({ context }) };
}
