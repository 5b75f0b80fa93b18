import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ApiModule, Gate } from '@pennon/api';
import { type Config } from '@pennon/config';
import { SnapshotAges } from '@pennon/domain';
import { HealthModule } from '@pennon/health';
import { Metrics, ObservabilityModule } from '@pennon/observability';
import { dependencyOf } from '@pennon/snapshot-store';
import { otherTierOf, services } from '../services';
import { WaitingAges } from './waiting-ages';
import { WaitingGate } from './waiting-gate';
import { type WaitingReason } from './waiting-reason';

/** What stands behind the doors of a reader that cannot serve yet: its gate, and the age of what it does not have. */
@Global()
@Module({})
class WaitingParts {
  static forRoot({ storage }: Config, reason: WaitingReason): DynamicModule {
    return {
      module: WaitingParts,
      providers: [
        { provide: Gate, useFactory: () => new WaitingGate(reason) },
        {
          provide: SnapshotAges,
          useFactory: (metrics?: Metrics) => {
            metrics?.dependencies.add(dependencyOf[storage.type], () => false);
            return new WaitingAges();
          },
          inject: [{ token: Metrics, optional: true }],
        },
      ],
      exports: [Gate, SnapshotAges],
    };
  }
}

/** The whole wiring of a reader that waits: health and metrics, and a refusal of everything else. */
@Module({})
export class WaitingModule {
  static forRoot(config: Config, reason: WaitingReason): DynamicModule {
    const parts = WaitingParts.forRoot(config, reason);
    const awaited = [...services, ...otherTierOf(config).services];
    return {
      module: WaitingModule,
      imports: [
        ObservabilityModule.forRoot(config),
        parts,
        HealthModule.forRoot(config.freshness, parts),
        // Last, because its HTTP door answers every path.
        ApiModule.forRoot(config, awaited, { refusal: () => reason.refusal() }),
      ],
    };
  }
}
