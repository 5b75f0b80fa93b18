import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { ChangeFeed, SnapshotAges } from '@pennon/domain';
import { Metrics, type Sample, type Series } from '@pennon/platform';
import { SnapshotSource } from '@pennon/snapshot';
import type { Freshness } from './freshness';
import { changeOrigins } from './refreshes';
import { SnapshotHolder } from './snapshot-holder';

/** Label for namespaces beyond the limit; no key can be spelled like that. */
const OTHER = '(other)';

const PROPAGATION = 'pennon_snapshot_propagation_seconds';

/**
 * What there is to tell of snapshots.
 *
 * @param maxNamespaces Most namespaces that are told of one by one: those that have been there longest.
 */
function snapshotSeries(holder: SnapshotHolder, maxNamespaces: number): readonly Series[] {
  const gauge = (name: string, help: string, value: (namespaceKey: string) => number): Series => ({
    name,
    help,
    type: 'gauge',
    aggregator: 'max',
    collect: () => perNamespace(holder, maxNamespaces, value),
  });
  return [
    gauge(
      'pennon_snapshot_revision',
      'Revision that evaluation sees; of (other) the highest.',
      (key) => holder.peek(key)?.document.revision ?? 0,
    ),
    gauge(
      'pennon_snapshot_age_seconds',
      'Time since the snapshot was last known to be what its source has, in seconds; of (other) the longest.',
      (key) => holder.ageMs(key) / 1000,
    ),
    gauge(
      'pennon_snapshot_flags',
      'Flags of the namespace; of (other) the most.',
      (key) => holder.peek(key)?.flags.size ?? 0,
    ),
    {
      name: 'pennon_snapshot_namespaces',
      help: 'Namespaces of which a snapshot is held.',
      type: 'gauge',
      aggregator: 'max',
      collect: () => [{ labels: {}, value: [...holder.keys()].length }],
    },
    {
      name: 'pennon_snapshot_refused_namespaces',
      help: 'Namespaces whose present state this instance cannot use: evaluation goes on with the last good one.',
      type: 'gauge',
      aggregator: 'max',
      collect: () => [{ labels: {}, value: holder.refusedNamespaces() }],
    },
    {
      name: 'pennon_history_changes_total',
      help: 'Times that the source was found to have another history of a namespace than what was held of it.',
      type: 'counter',
      collect: () => [{ labels: {}, value: holder.historyChanges() }],
    },
    {
      name: PROPAGATION,
      help: 'Time from the commit of a change made here (write), or from the word of one (push), until evaluation sees it, in seconds.',
      type: 'histogram',
      collect: () =>
        changeOrigins.flatMap((origin) => [
          ...holder.propagation.seconds[origin].samples(PROPAGATION, { origin }),
        ]),
    },
  ];
}

function perNamespace(
  holder: SnapshotHolder,
  maxNamespaces: number,
  value: (namespaceKey: string) => number,
): readonly Sample[] {
  const keys = [...holder.keys()];
  const samples = keys
    .slice(0, maxNamespaces)
    .map((namespace) => ({ labels: { namespace }, value: value(namespace) }));
  if (keys.length <= maxNamespaces) return samples;
  const greatest = keys.slice(maxNamespaces).reduce((most, key) => Math.max(most, value(key)), 0);
  return [...samples, { labels: { namespace: OTHER }, value: greatest }];
}

/** Shows whether flags can be read, in metrics and health. */
function showSource(
  source: string,
  holder: SnapshotHolder,
  dependencies: Metrics['dependencies'] | undefined,
): void {
  dependencies?.add(source, () => !holder.isSourceFailing);
  dependencies?.addPart(source, () => failureOf(holder));
}

function failureOf(holder: SnapshotHolder): string | undefined {
  const refused = holder.refusedNamespaces();
  if (refused > 0) {
    const which = refused === 1 ? 'one namespace' : `${refused} namespaces`;
    return `snapshots of ${which} cannot be read from it: see the log`;
  }
  return holder.isSourceFailing ? 'snapshots cannot be read from it: see the log' : undefined;
}

/** The snapshots that evaluation sees, and what keeps them fresh. */
@Module({})
export class SnapshotsModule {
  /**
   * @param ports Provides {@link SnapshotSource}, and {@link ChangeFeed} where changes are pushed.
   * @param dependency What the source reads, as health and metrics call it.
   * @param freshness How the snapshots keep up with what is written.
   */
  static forRoot(
    ports: NonNullable<ModuleMetadata['imports']>[number],
    dependency: string,
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
            showSource(dependency, holder, metrics?.dependencies);
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
