import { Inject, Module, type DynamicModule, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { pino, type Logger } from 'pino';
import { type Config } from '@pennon/config';
import { AccessLines } from './access/access-lines';
import { accessLog } from './access/access-log';
import { loggerOptions } from './logger-options';
import { logStream } from './log-stream';
import { metricsParts } from './metrics/metrics-parts';
import { type OtherProcesses } from './metrics/other-processes';

/** Where the logger of the app lies, which all others are made of. */
const ROOT_LOGGER = Symbol('root logger');

/**
 * Logging: one line per request of the framework's lane, and the lines that the doors write themselves. And metrics.
 *
 * An app imports it before what answers every path.
 */
@Module({})
export class ObservabilityModule implements NestModule {
  constructor(
    @Inject(ROOT_LOGGER) private readonly logger: Logger,
    private readonly lines: AccessLines,
  ) {}

  /** @param others The other processes that answer at the same address; undefined where there are none. */
  static forRoot(config: Pick<Config, 'log' | 'metrics'>, others?: OtherProcesses): DynamicModule {
    const logger = pino(loggerOptions(config.log), logStream(config.log));
    const { controllers, providers, exports } = metricsParts(config.metrics, others);
    return {
      module: ObservabilityModule,
      global: true,
      // No routes: requests are logged by the middleware below.
      imports: [LoggerModule.forRoot({ pinoHttp: { logger }, forRoutes: [] })],
      controllers,
      providers: [
        ...providers,
        { provide: ROOT_LOGGER, useValue: logger },
        { provide: AccessLines, useFactory: () => new AccessLines(logger, config.log.access) },
      ],
      exports: [...exports, AccessLines],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    // The root, and so every path below it.
    consumer.apply(accessLog(this.logger, this.lines)).forRoutes('/');
  }
}
