import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Logger } from 'pino';
import { pinoHttp, type HttpLogger } from 'pino-http';

/** Longest request id taken from a caller, in characters. */
const MAX_REQUEST_ID_LENGTH = 128;

/** Paths that are asked for all day long by machines, which nobody wants to read of. */
const unlogged: ReadonlySet<string | undefined> = new Set(['/health', '/metrics']);

/**
 * Middleware that gives every request an id, `request.id`, and logs one line when it is answered.
 *
 * Stands in place of what nestjs-pino would add, which has every line know its request through `AsyncLocalStorage`:
 * on Node 20 the first request that enters one makes each later turn of the process dearer (docs/adr/0016).
 */
export function accessLog(logger: Logger): HttpLogger {
  return pinoHttp({
    logger,
    genReqId: requestId,
    autoLogging: { ignore: ({ url }) => unlogged.has(url?.split('?', 1)[0]) },
    // What the answer means is logged where it is known, at the level of its error.
    customLogLevel: () => 'info',
    customSuccessMessage: () => 'request answered',
    customErrorMessage: () => 'request answered',
    customAttributeKeys: { responseTime: 'durationMs' },
    serializers: { req: describeRequest, res: describeResponse },
  });
}

/** The caller's request id if it is a plain one, or a new one. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  const isPlain =
    typeof given === 'string' && /^[\w.:-]+$/.test(given) && given.length <= MAX_REQUEST_ID_LENGTH;
  return isPlain ? given : randomUUID();
}

/** Neither headers nor query are logged: they may hold credentials. */
function describeRequest(request: { id: string; method: string; url: string }): object {
  return { id: request.id, verb: request.method, path: request.url.split('?', 1)[0] };
}

function describeResponse({ statusCode }: ServerResponse): object {
  return { status: statusCode };
}
