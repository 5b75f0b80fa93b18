import { MoreThan, LessThanOrEqual, type EntityManager } from 'typeorm';
import { MAX_KEY_LENGTH } from '@pennon/domain';
import { NamespaceChangeEntity, type NamespaceChangeRow } from '../entities/namespace-change.entity';
import { type StoredRevision } from './read-revision';

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
