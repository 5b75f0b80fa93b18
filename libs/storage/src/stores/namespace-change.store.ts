import { type EntityManager, LessThanOrEqual, MoreThan } from 'typeorm';
import { MAX_KEY_LENGTH, type NamespaceParts, type Revision } from '@pennon/domain';
import type { NamespaceRevision } from '@pennon/snapshot';
import { NamespaceChangeEntity, type NamespaceChangeRow } from '../entities/namespace.entity';
import { follows, type StoredRevision } from './revision';

/** What a change of a namespace is about: a flag or a segment with all in it, or what no snapshot shows of it. */
export type ChangedPart =
  | { readonly kind: 'flag' | 'segment'; readonly key: string }
  | { readonly kind: 'namespace' };

/** How many of its latest revisions a namespace remembers the changes of. Who is further behind reads it all. */
const REMEMBERED_REVISIONS = 1000;

/** Every so many revisions the changes of earlier ones are forgotten, so that most writes are spared the statement. */
const REVISIONS_BETWEEN_FORGETTING = 100;

/** What was changed in namespaces at their latest revisions. */
export class NamespaceChangeStore {
  constructor(private readonly manager: EntityManager) {}

  /** Remembers what a revision changed, and forgets what is long ago. */
  async record(
    namespaceKey: string,
    { revision, markBefore }: Omit<StoredRevision, 'mark'>,
    part: ChangedPart,
  ): Promise<void> {
    await this.manager.insert(NamespaceChangeEntity, {
      namespaceKey,
      revision,
      markBefore,
      ...columnsOf(part),
    });
    if (revision % REVISIONS_BETWEEN_FORGETTING !== 0) return;
    const forgotten = LessThanOrEqual(revision - REMEMBERED_REVISIONS);
    await this.manager.delete(NamespaceChangeEntity, { namespaceKey, revision: forgotten });
  }

  /** What was changed after a revision, oldest first, and no more rows than `limit`. */
  async since(namespaceKey: string, revision: number, limit: number): Promise<readonly NamespaceChangeRow[]> {
    return this.manager.find(NamespaceChangeEntity, {
      where: { namespaceKey, revision: MoreThan(revision) },
      order: { revision: 'ASC' },
      take: limit,
    });
  }
}

function columnsOf(part: ChangedPart): Pick<NamespaceChangeRow, 'kind' | 'key'> {
  // A request may name a flag by a key longer than there are: it has changed nothing.
  if (part.kind === 'namespace' || part.key.length > MAX_KEY_LENGTH) return { kind: 'namespace', key: '' };
  return part;
}

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
