import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { type Config } from '@pennon/config';
import { ChangeFeed, SnapshotAges } from '@pennon/domain';
import { Metrics, type Dependency } from '@pennon/observability';
import { SnapshotSource } from '@pennon/snapshot';
import { type Freshness } from './freshness';
import { SnapshotHolder } from './snapshot-holder';
import { snapshotSeries } from './snapshot-series';

/** What a source depends on, by where the state of flags lives. */
export const dependencyOf: Readonly<Record<Config['storage']['type'], Dependency>> = {
  database: 'database',
  local: 'directory',
  object: 'object_store',
};

/** The snapshots that evaluation sees, and what keeps them fresh. */
@Module({})
export class SnapshotsModule {
  /**
   * @param ports Provides {@link SnapshotSource}, and {@link ChangeFeed} where changes are pushed.
   * @param storage Where the source reads.
   * @param freshness How the snapshots keep up with what is written.
   */
  static forRoot(
    ports: NonNullable<ModuleMetadata['imports']>[number],
    { type }: Pick<Config['storage'], 'type'>,
    freshness: Freshness,
  ): DynamicModule {
    return {
      module: SnapshotsModule,
      imports: [ports],
      providers: [
        {
          provide: SnapshotHolder,
          useFactory: (source: SnapshotSource, feed?: ChangeFeed, metrics?: Metrics) => {
            const holder = new SnapshotHolder(source, freshness, feed);
            metrics?.dependencies.add(dependencyOf[type], () => !holder.isSourceFailing);
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
