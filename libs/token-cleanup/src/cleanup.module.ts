import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { type MethodsConfig } from '@pennon/config';
import { Clock, OperationLock, TokenStore } from '@pennon/domain';
import { Metrics } from '@pennon/observability';
import { Cleanup } from './cleanup';
import { cleanupSeries } from './cleanup-series';

/** Deletes tokens that have expired. */
@Module({})
export class CleanupModule {
  /** @param ports Provides {@link Clock}, {@link TokenStore} and {@link OperationLock}. */
  static forRoot(
    methods: MethodsConfig,
    ports: NonNullable<ModuleMetadata['imports']>[number],
  ): DynamicModule {
    return {
      module: CleanupModule,
      imports: [ports, ScheduleModule.forRoot()],
      providers: [
        {
          provide: Cleanup,
          useFactory: (
            clock: Clock,
            store: TokenStore,
            lock: OperationLock,
            scheduler: SchedulerRegistry,
            metrics?: Metrics,
          ) => {
            const cleanup = new Cleanup(methods, { clock, store, lock }, scheduler);
            metrics?.add(...cleanupSeries(cleanup));
            return cleanup;
          },
          inject: [Clock, TokenStore, OperationLock, SchedulerRegistry, { token: Metrics, optional: true }],
        },
      ],
    };
  }
}
