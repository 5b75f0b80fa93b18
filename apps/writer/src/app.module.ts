import { Module, type DynamicModule } from '@nestjs/common';
import { AnalyticsModule } from '@pennon/analytics';
import { ApiModule } from '@pennon/api';
import type { WorkerLink } from '@pennon/process';
import { AuditModule } from '@pennon/audit';
import { AuthModule, authServices, CleanupModule } from '@pennon/auth';
import { type Dependencies, DependenciesModule } from '@pennon/wiring';
import { type Config } from '@pennon/config';
import { ChangeSink, Clock, Followers } from '@pennon/domain';
import { DashboardModule } from './dashboard/dashboard.module';
import { EvaluationModule, FlagEvaluator, FreshSnapshots } from '@pennon/evaluation';
import { ExporterModule } from '@pennon/publication';
import { HealthModule, OpenApiModule, TracingModule } from '@pennon/operations';
import { ObservabilityModule } from '@pennon/platform';
import { SnapshotHolder, SnapshotsModule } from '@pennon/snapshots';
import { UnitOfWork } from '@pennon/storage';
import {
  type ChangeView,
  Changes,
  Edits,
  Importer,
  type LineLimits,
  NamespaceExports,
} from '@pennon/changes';
import { AudienceController } from './changes/audience.controller';
import { changeProviders, changesOfTokens } from './changes/change-providers';
import { ChangeListsController } from './changes/change-lists.controller';
import { ChangeRequestsController } from './changes/change-requests.controller';
import { PolicyController } from './changes/policy.controller';
import { SeriesController } from './changes/series.controller';
import { ChecksController } from './changes/checks.controller';
import { FlagOverviewController } from './changes/flag-overview.controller';
import { FlagSearchController } from './changes/flag-search.controller';
import { HistoryController } from './changes/history.controller';
import { FlagsLastAsked } from './changes/last-asked';
import { SubjectsController } from './changes/subjects.controller';
import { ExplainController } from './explain.controller';
import { FlagsController } from './flags/flags.controller';
import { FlagsService, VariantsService } from './flags/flags.service';
import { VariantsController } from './flags/variants.controller';
import { writerFreshness } from './freshness';
import { NamespaceLooksController } from './namespaces/namespace-looks.controller';
import { NamespaceLooksService } from './namespaces/namespace-looks.service';
import { NamespacesController } from './namespaces/namespaces.controller';
import { NamespacesService } from './namespaces/namespaces.service';
import { RolloutsController } from './rollouts/rollouts.controller';
import { RolloutsService } from './rollouts/rollouts.service';
import { DistributionsController } from './rules/distributions.controller';
import { DistributionsService, RulesService } from './rules/rules.service';
import { RulesController } from './rules/rules.controller';
import { SavedItemsController } from './saved/saved-items.controller';
import { SavedItemsService } from './saved/saved-items.service';
import { ConstraintsController } from './segments/constraints.controller';
import { ConstraintsService, SegmentsService } from './segments/segments.service';
import { SegmentsController } from './segments/segments.controller';
import { offerOf } from './services';
import { DocumentReaderThread } from './transfer/document-reader-thread';
import { TransferController } from './transfer/transfer.controller';

/** How much of what an import changes is told. Source: proto/pennon/transfer.proto. */
const TOLD: LineLimits = { maxLines: 1000, maxLineLength: 500 };

const namespaceExports = {
  provide: NamespaceExports,
  useFactory: (unitOfWork: UnitOfWork): NamespaceExports => new NamespaceExports(unitOfWork),
  inject: [UnitOfWork],
};

/** The whole wiring of the writer. */
@Module({})
export class AppModule {
  /**
   * @param dependencies Open; the caller closes it after the app.
   * @param worker Its tie to the other workers; undefined for one that is alone.
   */
  static forRoot(config: Config, dependencies: Dependencies, worker?: WorkerLink): DynamicModule {
    const followers = worker?.assignment.role === 'leader' ? worker : undefined;
    const ports = DependenciesModule.forWriter(config, dependencies, followers);
    const snapshots = SnapshotsModule.forRoot(ports, 'database', writerFreshness(config));
    const analytics = config.analytics.enabled
      ? AnalyticsModule.forWriter(config.analytics, ports)
      : undefined;
    const { services, otherTier } = offerOf(config.evaluation.enabled);
    return {
      module: AppModule,
      imports: [
        ObservabilityModule.forRoot(config, 'writer', worker?.others),
        ports,
        snapshots,
        AuthModule.forRoot(config, ports, changesOfTokens),
        AuditModule.forRoot(config, ports),
        ...(analytics === undefined ? [] : [analytics]),
        CleanupModule.forRoot(config.authentication.methods, ports),
        ...(config.export.enabled ? [ExporterModule.forRoot(config, ports, namespaceExports)] : []),
        HealthModule.forRoot(config.freshness, snapshots),
        ...(config.evaluation.enabled ? [EvaluationModule.forRoot(config, snapshots, analytics)] : []),
        ...(config.ui.enabled ? [DashboardModule.forRoot(config)] : []),
        OpenApiModule.forRoot(config),
        ...(config.tracing.enabled ? [TracingModule.forRoot(config)] : []),
        // Last, because its HTTP door answers every path.
        ApiModule.forRoot(config, [...services, ...authServices(config)], otherTier),
      ],
      controllers: [
        NamespacesController,
        NamespaceLooksController,
        FlagsController,
        VariantsController,
        SegmentsController,
        ConstraintsController,
        RulesController,
        DistributionsController,
        RolloutsController,
        TransferController,
        HistoryController,
        SubjectsController,
        FlagOverviewController,
        FlagSearchController,
        ChangeRequestsController,
        PolicyController,
        SeriesController,
        ChangeListsController,
        ChecksController,
        AudienceController,
        ExplainController,
        SavedItemsController,
      ],
      providers: [
        NamespacesService,
        NamespaceLooksService,
        FlagsService,
        VariantsService,
        SavedItemsService,
        SegmentsService,
        ConstraintsService,
        RulesService,
        DistributionsService,
        RolloutsService,
        { provide: Edits, useFactory: (changes: Changes) => new Edits(changes), inject: [Changes] },
        namespaceExports,
        ...changeProviders(config),
        {
          provide: Importer,
          useFactory: (unitOfWork: UnitOfWork, changes: Changes, clock: Clock) =>
            new Importer(unitOfWork, changes, TOLD, clock),
          inject: [UnitOfWork, Changes, Clock],
        },
        {
          provide: FreshSnapshots,
          useFactory: (holder: SnapshotHolder) => new FreshSnapshots(holder, config.freshness),
          inject: [SnapshotHolder],
        },
        {
          provide: FlagsLastAsked,
          useFactory: (evaluator?: FlagEvaluator) => new FlagsLastAsked(evaluator, worker),
          inject: [{ token: FlagEvaluator, optional: true }],
        },
        {
          provide: DocumentReaderThread,
          useFactory: () => new DocumentReaderThread(config.server.maxImportBytes),
        },
        {
          provide: Changes,
          useFactory: (
            unitOfWork: UnitOfWork,
            snapshots: SnapshotHolder,
            sink: ChangeSink | undefined,
            followers: Followers | undefined,
            clock: Clock,
          ) => {
            const held: ChangeView = {
              show: ({ namespaceKey }, written) => snapshots.refresh(namespaceKey, written),
              expect: (revision) => snapshots.expect(revision),
            };
            const views = followers === undefined ? [held] : [held, followers];
            return new Changes(unitOfWork, { readOnly: config.storage.readOnly, sink, views, clock });
          },
          inject: [
            UnitOfWork,
            SnapshotHolder,
            { token: ChangeSink, optional: true },
            { token: Followers, optional: true },
            Clock,
          ],
        },
      ],
    };
  }
}
