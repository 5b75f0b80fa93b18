import { performance } from 'node:perf_hooks';
import type { DescMethod, Message } from '@bufbuild/protobuf';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ApiModule, Gate } from '@pennon/api';
import { grpcHealth } from '@pennon/proto';
import type { Config } from '@pennon/config';
import { sourceKindOf } from '@pennon/document-source';
import { NotServingError, SnapshotAges } from '@pennon/domain';
import { HealthModule } from '@pennon/operations';
import { Metrics, ObservabilityModule } from '@pennon/platform';
import { otherTierOf, services } from './services';

/** What a reader waits for that cannot serve yet. */
export class WaitingReason {
  /** For people; without secrets. */
  text = '';

  /** The answer to every call meanwhile. */
  refusal(): NotServingError {
    return new NotServingError({ reason: this.text });
  }
}

/** There are no snapshots, and have not been for as long as this waits. */
class WaitingAges extends SnapshotAges {
  private readonly since = performance.now();

  greatestAgeMs(): number {
    return performance.now() - this.since;
  }
}

/** Lets nobody in who asks for more than the health: who may call is not known yet. */
class WaitingGate extends Gate {
  constructor(private readonly reason: WaitingReason) {
    super();
  }

  admitLarge(): void {
    throw this.reason.refusal();
  }

  admit({ parent }: DescMethod, _request: Message): void {
    if (parent !== grpcHealth.Health) throw this.reason.refusal();
  }

  admitWhole(method: DescMethod, request: Message): void {
    this.admit(method, request);
  }

  allows(): boolean {
    return false;
  }

  refused(): void {
    // Nothing to clean up.
  }
}

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
            const source = sourceKindOf(storage)?.dependency ?? 'database';
            metrics?.dependencies.add(source, () => false);
            metrics?.dependencies.addPart(source, () => reason.text || 'has not answered yet');
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
        ObservabilityModule.forRoot(config, 'reader'),
        parts,
        HealthModule.forRoot(config.freshness, parts),
        // Last, because its HTTP door answers every path.
        ApiModule.forRoot(config, awaited, { refusal: () => reason.refusal() }),
      ],
    };
  }
}
