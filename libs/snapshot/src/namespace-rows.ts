import { type Namespace, type NamespaceContents, type Revision } from '@pennon/domain';

/**
 * Rows of one namespace, read at one revision: one list per table, nothing joined.
 *
 * Flags, variants, constraints and distributions come in creation order, rules and rollouts by rank; segments in
 * any order.
 */
export interface NamespaceRows extends NamespaceContents {
  readonly namespace: Pick<Namespace, 'key'> & Revision;
}
