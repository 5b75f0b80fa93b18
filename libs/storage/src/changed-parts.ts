import { type EntityManager } from 'typeorm';
import { type NamespaceParts } from '@pennon/snapshot';
import { NamespaceChangeStore } from './stores/namespace-change.store';

/** After more changes than this it is cheaper to read the whole namespace than to name what has changed. */
const MAX_CHANGES = 500;

/**
 * What has changed in a namespace between two revisions; undefined when they are too many changes, or not all of them
 * are remembered: also when the namespace was deleted and created again.
 */
export async function changedParts(
  manager: EntityManager,
  namespaceKey: string,
  since: number,
  revision: number,
): Promise<NamespaceParts | undefined> {
  const revisions = revision - since;
  if (revisions > MAX_CHANGES) return undefined;
  const changes = await new NamespaceChangeStore(manager).since(namespaceKey, since, revisions);
  if (changes.length < revisions) return undefined;
  const keysOf = (kind: 'flag' | 'segment'): ReadonlySet<string> =>
    new Set(changes.filter((change) => change.kind === kind).map(({ key }) => key));
  return { flagKeys: keysOf('flag'), segmentKeys: keysOf('segment') };
}
