import {
  Module,
  type DynamicModule,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { type AuditConfig, type Config } from '@pennon/config';
import { Clock, OperationLock } from '@pennon/domain';
import { Metrics } from '@pennon/platform';
import { UnitOfWork } from '@pennon/storage';
import { AuditJobs } from './audit-jobs';
import { DeadLettersController } from './dead-letters/dead-letters.controller';
import { Replay } from './dead-letters/replay';
import { deliverySeries } from './delivery';
import { EventNames } from './events/events.presenter';
import { EventsController } from './events/events.controller';

/** The jobs as long as the app runs. */
class RunningJobs extends AuditJobs implements OnApplicationBootstrap, OnModuleDestroy {
  async onApplicationBootstrap(): Promise<void> {
    await this.start();
  }

  /** The database is closed after the app: what is under way comes to its end first. */
  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }
}

/**
 * The audit log: listed, delivered, and kept from growing for ever. Whoever changes something takes it down on the
 * `Trail` of libs/changes.
 */
@Module({})
export class AuditModule {
  /** @param ports Provides {@link UnitOfWork}, {@link OperationLock} and {@link Clock}. */
  static forRoot(
    config: Pick<Config, 'audit' | 'storage' | 'authentication' | 'compat'>,
    ports: NonNullable<ModuleMetadata['imports']>[number],
  ): DynamicModule {
    return {
      module: AuditModule,
      imports: [ports],
      controllers: [EventsController, DeadLettersController],
      // An instance that must not write cannot say how far it has come.
      providers: [
        { provide: EventNames, useFactory: () => new EventNames(config) },
        ...(config.storage.readOnly ? [] : [jobsProvider(config.audit), replayProvider]),
      ],
    };
  }
}

function jobsProvider(config: AuditConfig) {
  return {
    provide: AuditJobs,
    useFactory: (
      unitOfWork: UnitOfWork,
      lock: OperationLock,
      clock: Clock,
      names: EventNames,
      metrics?: Metrics,
    ): AuditJobs => {
      const jobs = new RunningJobs(config, { unitOfWork, lock, clock, names });
      metrics?.add(...deliverySeries(jobs.deliveries));
      return jobs;
    },
    inject: [UnitOfWork, OperationLock, Clock, EventNames, { token: Metrics, optional: true }],
  };
}

const replayProvider = {
  provide: Replay,
  useFactory: ({ sinks }: AuditJobs, unitOfWork: UnitOfWork, clock: Clock, names: EventNames) =>
    new Replay(sinks, { unitOfWork, clock, names }),
  inject: [AuditJobs, UnitOfWork, Clock, EventNames],
};
