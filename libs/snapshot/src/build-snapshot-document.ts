import { buildFlags } from './build-flags';
import { buildSegments } from './build-segments';
import { type NamespaceRows } from './namespace-rows';
import { SNAPSHOT_FORMAT_VERSION, type SnapshotDocument } from './snapshot-document';

/**
 * Assembles all the rows of a namespace into its document; the same rows give an equal document.
 *
 * What dangles is left out: a rule or segment rollout loses the segments that are gone and disappears with the last
 * of them, a distribution disappears with its variant. Linear in the number of rows but for sorting the segments;
 * never throws.
 */
export function buildSnapshotDocument(rows: NamespaceRows): SnapshotDocument {
  const { key: namespaceKey, ...revision } = rows.namespace;
  const segmentKeys = new Set(rows.segments.map(({ key }) => key));
  const variantIds = new Set(rows.variants.map(({ id }) => id));
  return {
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey,
    ...revision,
    segments: buildSegments(rows),
    flags: buildFlags(rows, {
      isSegment: (key) => segmentKeys.has(key),
      isVariant: (id) => variantIds.has(id),
    }),
  };
}
