import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { ChangeFeed, SnapshotAges } from '@pennon/domain';
import { Metrics } from '@pennon/observability';
import { SnapshotSource } from '@pennon/snapshot';
import { type Freshness } from './freshness';
import { SnapshotHolder } from './snapshot-holder';
import { snapshotSeries } from './snapshot-series';

/** The snapshots that evaluation sees, and what keeps them fresh. */
@Module({})
export class SnapshotsModule {
  /**
   * @param ports Provides {@link SnapshotSource}, and {@link ChangeFeed} where changes are pushed.
   * @param freshness How the snapshots keep up with what is written.
   */
  static forRoot(ports: NonNullable<ModuleMetadata['imports']>[number], freshness: Freshness): DynamicModule {
    return {
      module: SnapshotsModule,
      imports: [ports],
      providers: [
        {
          provide: SnapshotHolder,
          useFactory: (source: SnapshotSource, feed?: ChangeFeed, metrics?: Metrics) => {
            const holder = new SnapshotHolder(source, freshness, feed);
            metrics?.add(...snapshotSeries(holder, metrics.config.maxNamespaces));
            return holder;
          },
          inject: [SnapshotSource, { token: ChangeFeed, optional: true }, { token: Metrics, optional: true }],
        },
        { provide: SnapshotAges, useExisting: SnapshotHolder },
      ],
      exports: [SnapshotHolder, SnapshotAges],
    };
  }
}
