import {
  Module,
  type DynamicModule,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type Provider,
} from '@nestjs/common';
import { type AnalyticsConfig } from '@pennon/config';
import { Clock, EvaluationCounter, EvaluationCountSink, OperationLock } from '@pennon/domain';
import { Metrics } from '@pennon/platform';
import { UnitOfWork } from '@pennon/storage';
import { Counting } from './counting/counting';
import { Retention } from './counting/retention';
import { AnalyticsController } from './analytics.controller';
import { CountReceiver, CountsController } from './counts.controller';

/** The deletion of old counts as long as the app runs. */
class RunningRetention extends Retention implements OnApplicationBootstrap, OnModuleDestroy {
  onApplicationBootstrap(): void {
    this.start();
  }

  /** The database is closed after the app: what is under way comes to its end first. */
  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }
}

type Ports = NonNullable<ModuleMetadata['imports']>[number];

/**
 * Counts of evaluations. It provides the {@link EvaluationCounter}; an app that counts nothing does without the module.
 */
@Module({})
export class AnalyticsModule {
  /**
   * Everything: counted here and by others, read, and deleted when it is old.
   *
   * @param ports Provides {@link UnitOfWork}, {@link EvaluationCountSink}, {@link OperationLock} and {@link Clock}.
   */
  static forWriter(config: AnalyticsConfig, ports: Ports): DynamicModule {
    const retention = {
      provide: Retention,
      useFactory: (unitOfWork: UnitOfWork, lock: OperationLock, clock: Clock): Retention =>
        new RunningRetention(config.retention, { unitOfWork, lock, clock }),
      inject: [UnitOfWork, OperationLock, Clock],
    };
    const receiver = {
      provide: CountReceiver,
      useFactory: (sink: EvaluationCountSink, clock: Clock, metrics?: Metrics): CountReceiver => {
        const counts = new CountReceiver(config.retention, sink, clock);
        metrics?.add(counts.series);
        return counts;
      },
      inject: [EvaluationCountSink, Clock, { token: Metrics, optional: true }],
    };
    return {
      module: AnalyticsModule,
      imports: [ports],
      controllers: [AnalyticsController, CountsController],
      providers: [...countingProviders(config), retention, receiver],
      exports: [EvaluationCounter],
    };
  }

  /**
   * Counting alone, for an app that writes nothing itself.
   *
   * @param ports Provides the {@link Clock}.
   * @param sink Who writes what was counted.
   */
  static forSink(config: AnalyticsConfig, ports: Ports, sink: EvaluationCountSink): DynamicModule {
    return {
      module: AnalyticsModule,
      imports: [ports],
      providers: [{ provide: EvaluationCountSink, useValue: sink }, ...countingProviders(config)],
      exports: [EvaluationCounter],
    };
  }
}

function countingProviders({ buffer }: AnalyticsConfig): readonly Provider[] {
  return [
    {
      provide: Counting,
      useFactory: (sink: EvaluationCountSink, clock: Clock, metrics?: Metrics): Counting => {
        const counting = new Counting(buffer, sink, clock);
        metrics?.add(...counting.series);
        return counting;
      },
      inject: [EvaluationCountSink, Clock, { token: Metrics, optional: true }],
    },
    {
      provide: EvaluationCounter,
      useFactory: ({ counter }: Counting): EvaluationCounter => counter,
      inject: [Counting],
    },
  ];
}
