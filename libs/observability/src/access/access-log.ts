import { type ServerResponse } from 'node:http';
import { type Logger } from 'pino';
import { pinoHttp, type HttpLogger } from 'pino-http';
import { ANSWERED, type AccessLine } from './access-line';
import { type AccessLines } from './access-lines';
import { isProbe } from './is-probe';
import { requestIdOf } from './request-id';
import { traceFieldsOf } from './trace-fields';

/**
 * Middleware that gives every request an id, `request.id`, and logs one line when it is answered, unless somebody else
 * has taken that line.
 *
 * Stands in place of what nestjs-pino would add, which has every line know its request through `AsyncLocalStorage`:
 * on Node 20 the first request that enters one makes each later turn of the process dearer (docs/adr/0016).
 */
export function accessLog(logger: Logger, lines: AccessLines): HttpLogger {
  return pinoHttp({
    logger,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    autoLogging: { ignore: (request) => isProbe(request) },
    // What the answer means is logged where it is known, at the level of its error.
    customLogLevel: (request) => (lines.isTaken(request) ? 'silent' : 'info'),
    customSuccessMessage: () => ANSWERED,
    customErrorMessage: () => ANSWERED,
    customAttributeKeys: { responseTime: 'durationMs' },
    customProps: (request) => traceFieldsOf(request) ?? {},
    serializers: { req: describeRequest, res: describeResponse },
  });
}

function describeRequest(request: { id: string; method: string; url: string }): AccessLine['req'] {
  return { id: request.id, verb: request.method, path: request.url.split('?', 1)[0] };
}

function describeResponse({ statusCode }: ServerResponse): AccessLine['res'] {
  return { status: statusCode };
}
