import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { type Config } from '@pennon/config';
import { loggerOptions } from './logger-options';
import { logStream } from './log-stream';
import { metricsParts } from './metrics/metrics-parts';
import { type OtherProcesses } from './metrics/other-processes';

/** Longest request id taken from a caller, in characters. */
const MAX_REQUEST_ID_LENGTH = 128;

/** Paths that are asked for all day long by machines, which nobody wants to read of. */
const unlogged: ReadonlySet<string | undefined> = new Set(['/health', '/metrics']);

/**
 * Logging: one line per request of the framework's lane, with a request id on every line it causes. And metrics.
 *
 * An app imports it before what answers every path.
 */
@Module({})
export class ObservabilityModule {
  /** @param others The other processes that answer at the same address; undefined where there are none. */
  static forRoot(config: Pick<Config, 'log' | 'metrics'>, others?: OtherProcesses): DynamicModule {
    return {
      module: ObservabilityModule,
      global: true,
      imports: [
        LoggerModule.forRoot({
          pinoHttp: [
            {
              ...loggerOptions(config.log),
              genReqId: requestId,
              autoLogging: { ignore: ({ url }) => unlogged.has(url?.split('?', 1)[0]) },
              // What the answer means is logged where it is known, at the level of its error.
              customLogLevel: () => 'info',
              customSuccessMessage: () => 'request answered',
              customErrorMessage: () => 'request answered',
              customAttributeKeys: { responseTime: 'durationMs' },
              serializers: { req: describeRequest, res: describeResponse },
            },
            logStream(config.log),
          ],
        }),
      ],
      ...metricsParts(config.metrics, others),
    };
  }
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
