import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { type LogConfig } from '@pennon/config';
import { loggerOptions } from './logger-options';
import { logStream } from './log-stream';

/** Longest request id taken from a caller, in characters. */
const MAX_REQUEST_ID_LENGTH = 128;

/** Logging: one line per request of the framework's lane, with a request id on every line it causes. */
@Module({})
export class ObservabilityModule {
  static forRoot(config: LogConfig): DynamicModule {
    return {
      module: ObservabilityModule,
      imports: [
        LoggerModule.forRoot({
          pinoHttp: [
            {
              ...loggerOptions(config),
              genReqId: requestId,
              autoLogging: { ignore: ({ url }) => url?.split('?', 1)[0] === '/health' },
              // What the answer means is logged where it is known, at the level of its error.
              customLogLevel: () => 'info',
              customSuccessMessage: () => 'request answered',
              customErrorMessage: () => 'request answered',
              customAttributeKeys: { responseTime: 'durationMs' },
              serializers: { req: describeRequest, res: describeResponse },
            },
            logStream(config),
          ],
        }),
      ],
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
