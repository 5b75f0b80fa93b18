import type { DescService } from '@bufbuild/protobuf';
import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { fliptEvaluation, fliptOfrep } from '@pennon/proto';
import type { Config } from '@pennon/config';
import { EvaluationCounter } from '@pennon/domain';
import { Metrics } from '@pennon/platform';
import { SnapshotHolder } from '@pennon/snapshots';
import { BatchLimit } from './evaluating/batch-limit';
import { ClientSnapshotController } from './client-snapshot/client-snapshot.controller';
import { Seconds } from './counts/seconds';
import { EvaluationController } from './evaluation.controller';
import { countingEvaluator, FlagEvaluator, RecordingEvaluator } from './evaluating/flag-evaluator';
import { FreshSnapshots, unconfirmedSeries } from './evaluating/fresh-snapshots';
import { LegacyEvaluationController } from './legacy-evaluation.controller';
import { OfrepDialect } from './ofrep/ofrep-dialect';
import { OfrepController } from './ofrep/ofrep.controller';
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
        Seconds,
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
          inject: [SnapshotHolder, Metrics, Seconds],
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
      exports: [FlagEvaluator],
    };
  }
}

/** The services whose every RPC evaluates flags, or lets clients do it. */
export const evaluationServices: readonly DescService[] = [
  fliptEvaluation.EvaluationService,
  fliptEvaluation.DataService,
  fliptOfrep.OFREPService,
];
