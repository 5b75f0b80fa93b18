import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { pino } from 'pino';
import { type Config } from '@pennon/config';
import { AccessLines } from './access/access-lines';
import { loggerOptions } from './logger-options';
import { logStream } from './log-stream';
import { metricsParts } from './metrics/metrics-parts';
import { type OtherProcesses } from './metrics/other-processes';

/** Logging, and metrics. */
@Module({})
export class ObservabilityModule {
  /** @param others The other processes that answer at the same address; undefined where there are none. */
  static forRoot(config: Pick<Config, 'log' | 'metrics'>, others?: OtherProcesses): DynamicModule {
    const logger = pino(loggerOptions(config.log), logStream(config.log));
    const { controllers, providers, exports } = metricsParts(config.metrics, others);
    return {
      module: ObservabilityModule,
      global: true,
      // No routes: the doors log requests, without the asynchronous context that each would enter (docs/adr/0016).
      imports: [LoggerModule.forRoot({ pinoHttp: { logger }, forRoutes: [] })],
      controllers,
      providers: [
        ...providers,
        { provide: AccessLines, useFactory: () => new AccessLines(logger, config.log.access) },
      ],
      exports: [...exports, AccessLines],
    };
  }
}
