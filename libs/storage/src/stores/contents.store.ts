import { type EntityManager } from 'typeorm';
import { type NamespaceContents, type Segment } from '@pennon/domain';
import { readNamespaceRows } from '../read-namespace-rows';

/** Everything in a namespace, with one query per table. */
export class ContentsStore {
  constructor(private readonly manager: EntityManager) {}

  /**
   * What lies in the namespace; nothing when there is none. Flags, segments, variants, constraints and distributions
   * come in creation order, rules and rollouts by rank.
   */
  async read(namespaceKey: string): Promise<NamespaceContents> {
    const { segments, ...others } = await readNamespaceRows(this.manager, namespaceKey);
    return { ...others, segments: segments.toSorted(compareSegments) };
  }
}

/** Not left to the database, because engines compare keys in ways of their own. */
function compareSegments(left: Segment, right: Segment): number {
  return left.createdAt - right.createdAt || (left.key < right.key ? -1 : 1);
}
