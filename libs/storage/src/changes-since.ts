import { type EntityManager } from 'typeorm';
import { type NamespaceParts, type Revision } from '@pennon/domain';
import { type NamespaceRevision } from '@pennon/snapshot';
import { follows } from './stores/follows';
import { NamespaceChangeStore } from './stores/namespace-change.store';

/** After more changes than this it is cheaper to read the whole namespace than to name what has changed. */
const MAX_CHANGES = 500;

/** What is known of the changes since a revision. */
export type ChangesSince =
  | { readonly kind: 'parts'; readonly parts: NamespaceParts }
  /** Too many, or not all of them are remembered: also when the namespace was deleted and created again. */
  | { readonly kind: 'anything' }
  /** There are none that follow that revision: it is of another history. */
  | { readonly kind: 'otherHistory' };

/** What has changed between a revision and the present one, whose number is no lower. */
export async function changesSince(
  manager: EntityManager,
  since: NamespaceRevision,
  present: Revision,
): Promise<ChangesSince> {
  const revisions = present.revision - since.revision;
  if (revisions === 0) return { kind: 'otherHistory' };
  const store = new NamespaceChangeStore(manager);
  const changes = await store.since(since.namespaceKey, since.revision, Math.min(revisions, MAX_CHANGES));
  const [first] = changes;
  if (first?.revision === since.revision + 1 && !follows(first, since)) return { kind: 'otherHistory' };
  if (changes.length < revisions) return { kind: 'anything' };
  const keysOf = (kind: 'flag' | 'segment'): ReadonlySet<string> =>
    new Set(changes.filter((change) => change.kind === kind).map(({ key }) => key));
  return { kind: 'parts', parts: { flagKeys: keysOf('flag'), segmentKeys: keysOf('segment') } };
}
