import {
  type DynamicModule,
  Module,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import type { MethodsConfig } from '@pennon/config';
import { Clock, OperationLock, storedMethods, TokenStore } from '@pennon/domain';
import { allEnded, Metrics, type Series } from '@pennon/platform';
import { CleanupPass, type CleanupPorts } from './cleanup-pass';
import { CleanupWorker } from './cleanup-worker';

/** The cleanup of every method that is enabled, from the start of the app to its end. */
export class Cleanup implements OnApplicationBootstrap, OnModuleDestroy {
  /** One for each method. */
  readonly workers: readonly CleanupWorker[];

  constructor(methods: MethodsConfig, ports: CleanupPorts, scheduler: SchedulerRegistry) {
    this.workers = storedMethods
      .filter((method) => methods[method].enabled)
      .map((method) => new CleanupPass(method, methods[method].cleanup, ports))
      .map((pass) => new CleanupWorker(pass, ports.clock, scheduler));
  }

  onApplicationBootstrap(): void {
    for (const worker of this.workers) worker.start();
  }

  /** The store is closed after the app: a pass that is running comes to its end first. */
  async onModuleDestroy(): Promise<void> {
    await allEnded(this.workers.map((worker) => worker.stop()));
  }
}

/** What there is to tell of the cleanup by this instance; instances take turns. */
export function cleanupSeries({ workers }: Pick<Cleanup, 'workers'>): readonly Series[] {
  const perMethod = (name: string, help: string, value: (worker: CleanupWorker) => number): Series => ({
    name,
    help,
    type: 'counter',
    collect: () =>
      workers.map((worker) => ({ labels: { method: worker.pass.method }, value: value(worker) })),
  });
  return [
    perMethod(
      'pennon_token_cleanup_deleted_total',
      'Expired tokens that were deleted.',
      ({ pass }) => pass.deleted,
    ),
    perMethod(
      'pennon_token_cleanup_failures_total',
      'Passes of the cleanup that have failed.',
      ({ failed }) => failed,
    ),
  ];
}

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
