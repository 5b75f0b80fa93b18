import { Module, type DynamicModule } from '@nestjs/common';
import { CallTracer } from '@pennon/api';
import { type Config } from '@pennon/config';
import { Metrics } from '@pennon/platform';
import { openTracer } from './open-tracer';

/** Traces: an app imports it where they are switched on, and the doors find the {@link CallTracer}. */
@Module({})
export class TracingModule {
  static forRoot(config: Pick<Config, 'tracing' | 'server'>): DynamicModule {
    return {
      module: TracingModule,
      global: true,
      providers: [
        {
          provide: CallTracer,
          // `openTracer` is loaded when it is called (.swcrc, lazy).
          useFactory: (metrics?: Metrics) => openTracer(config, metrics),
          inject: [{ token: Metrics, optional: true }],
        },
      ],
      exports: [CallTracer],
    };
  }
}
