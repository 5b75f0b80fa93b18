import { type Sample, type Series } from '@pennon/observability';
import { changeOrigins } from './propagation';
import { type SnapshotHolder } from './snapshot-holder';

/** Stands for the namespaces of which there are too many; no key can be spelled like that. */
const OTHER = '(other)';

const PROPAGATION = 'pennon_snapshot_propagation_seconds';

/**
 * What there is to tell of snapshots.
 *
 * @param maxNamespaces Most namespaces that are told of one by one: those that have been there longest.
 */
export function snapshotSeries(holder: SnapshotHolder, maxNamespaces: number): readonly Series[] {
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
