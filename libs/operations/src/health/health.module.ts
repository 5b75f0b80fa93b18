import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { type FreshnessConfig } from '@pennon/config';
import { SnapshotAges } from '@pennon/domain';
import { AgeLimit, ServingState, ServingIndicator } from './serving-state';
import { GrpcHealthController, HealthController, KnownServices } from './health.controller';
import { Readiness } from './readiness';

/** `/health` and `grpc.health.v1`. Terminus' own log of failed checks is off: draining is no error. */
@Module({})
export class HealthModule {
  /** @param snapshots Provides {@link SnapshotAges}. */
  static forRoot(
    config: Pick<FreshnessConfig, 'maxAge'>,
    snapshots: NonNullable<ModuleMetadata['imports']>[number],
  ): DynamicModule {
    return {
      module: HealthModule,
      imports: [TerminusModule.forRoot({ logger: false }), snapshots],
      controllers: [HealthController, GrpcHealthController],
      providers: [
        {
          provide: AgeLimit,
          useFactory: (ages: SnapshotAges) => new AgeLimit(config, ages),
          inject: [SnapshotAges],
        },
        KnownServices,
        Readiness,
        ServingState,
        ServingIndicator,
      ],
      exports: [ServingState],
    };
  }
}
