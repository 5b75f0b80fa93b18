import { Module, type DynamicModule } from '@nestjs/common';
import { ApiModule } from '@pennon/api';
import { AuthModule, authServices } from '@pennon/auth';
import { type Config } from '@pennon/config';
import {
  BatchLimit,
  ClientSnapshotController,
  EvaluationController,
  LegacyEvaluationController,
  OfrepController,
  OfrepDialect,
} from '@pennon/evaluation';
import { HealthModule } from '@pennon/health';
import { ObservabilityModule } from '@pennon/observability';
import { SnapshotHolder } from '@pennon/snapshot-store';
import { UnitOfWork, type Database } from '@pennon/storage';
import { CleanupModule } from '@pennon/token-cleanup';
import { Changes } from './changes/changes';
import { DatabaseModule } from './database.module';
import { FlagsController } from './flags/flags.controller';
import { FlagsService } from './flags/flags.service';
import { VariantsController } from './flags/variants.controller';
import { VariantsService } from './flags/variants.service';
import { NamespacesController } from './namespaces/namespaces.controller';
import { NamespacesService } from './namespaces/namespaces.service';
import { RolloutsController } from './rollouts/rollouts.controller';
import { RolloutsService } from './rollouts/rollouts.service';
import { DistributionsController } from './rules/distributions.controller';
import { DistributionsService } from './rules/distributions.service';
import { RulesController } from './rules/rules.controller';
import { RulesService } from './rules/rules.service';
import { ConstraintsController } from './segments/constraints.controller';
import { ConstraintsService } from './segments/constraints.service';
import { SegmentsController } from './segments/segments.controller';
import { SegmentsService } from './segments/segments.service';
import { services } from './services';

/** The whole wiring of the writer. */
@Module({})
export class AppModule {
  /** @param database Open and migrated; the caller closes it after the app. */
  static forRoot(config: Config, database: Database): DynamicModule {
    const ports = DatabaseModule.forRoot(database);
    return {
      module: AppModule,
      imports: [
        ObservabilityModule.forRoot(config.log),
        ports,
        AuthModule.forRoot(config, ports),
        CleanupModule.forRoot(config.authentication.methods, ports),
        HealthModule,
        // Last, because its HTTP door answers every path.
        ApiModule.forRoot(config, [...services, ...authServices(config)]),
      ],
      controllers: [
        NamespacesController,
        FlagsController,
        VariantsController,
        SegmentsController,
        ConstraintsController,
        RulesController,
        DistributionsController,
        RolloutsController,
        ClientSnapshotController,
        EvaluationController,
        LegacyEvaluationController,
        OfrepController,
      ],
      providers: [
        NamespacesService,
        FlagsService,
        VariantsService,
        SegmentsService,
        ConstraintsService,
        RulesService,
        DistributionsService,
        RolloutsService,
        SnapshotHolder,
        { provide: BatchLimit, useFactory: () => new BatchLimit(config.evaluation.maxBatchSize) },
        { provide: OfrepDialect, useFactory: () => new OfrepDialect(config.ofrep.dialect) },
        {
          provide: Changes,
          useFactory: (unitOfWork: UnitOfWork, snapshots: SnapshotHolder) =>
            new Changes(config.storage, unitOfWork, snapshots),
          inject: [UnitOfWork, SnapshotHolder],
        },
      ],
    };
  }
}
