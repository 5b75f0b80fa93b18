import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { type Config } from '@pennon/config';
import { EvaluationCounter } from '@pennon/domain';
import { Metrics } from '@pennon/observability';
import { SnapshotHolder } from '@pennon/snapshot-store';
import { BatchLimit } from './batch-limit';
import { unconfirmedSeries } from './counts/unconfirmed-series';
import { countingEvaluator } from './counts/counting-evaluator';
import { RecordingEvaluator } from './counts/recording-evaluator';
import { ClientSnapshotController } from './client-snapshot/client-snapshot.controller';
import { EvaluationController } from './evaluation.controller';
import { FlagEvaluator } from './flag-evaluator';
import { FreshSnapshots } from './fresh-snapshots';
import { LegacyEvaluationController } from './legacy-evaluation.controller';
import { OfrepController } from './ofrep/ofrep.controller';
import { OfrepDialect } from './ofrep/ofrep-dialect';
import { ProviderConfiguration } from './ofrep/provider-configuration';

type Imported = NonNullable<ModuleMetadata['imports']>[number];

/** The doors that evaluation goes through: both tiers open them. */
@Module({})
export class EvaluationModule {
  /**
   * @param snapshots Provides the {@link SnapshotHolder}.
   * @param analytics Provides the {@link EvaluationCounter}; undefined when no evaluations are counted for people to
   * see.
   */
  static forRoot(config: Config, snapshots: Imported, analytics?: Imported): DynamicModule {
    return {
      module: EvaluationModule,
      imports: [snapshots, ...(analytics === undefined ? [] : [analytics])],
      controllers: [
        ClientSnapshotController,
        EvaluationController,
        LegacyEvaluationController,
        OfrepController,
      ],
      providers: [
        {
          provide: FreshSnapshots,
          useFactory: (holder: SnapshotHolder, metrics: Metrics): FreshSnapshots => {
            const snapshots = new FreshSnapshots(holder, config.freshness);
            metrics.add(unconfirmedSeries(snapshots));
            return snapshots;
          },
          inject: [SnapshotHolder, Metrics],
        },
        {
          provide: FlagEvaluator,
          useFactory: countingEvaluator,
          inject: [SnapshotHolder, Metrics],
        },
        {
          provide: RecordingEvaluator,
          useFactory: (evaluator: FlagEvaluator, counter?: EvaluationCounter): FlagEvaluator =>
            counter === undefined ? evaluator : new RecordingEvaluator(evaluator, counter),
          inject: [FlagEvaluator, { token: EvaluationCounter, optional: true }],
        },
        { provide: BatchLimit, useFactory: () => new BatchLimit(config.evaluation.maxBatchSize) },
        { provide: ProviderConfiguration, useFactory: () => new ProviderConfiguration(config.cache) },
        { provide: OfrepDialect, useFactory: () => new OfrepDialect(config.ofrep.dialect) },
      ],
    };
  }
}
