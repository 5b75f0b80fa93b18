import { type Namespace, type NamespaceContents } from '@pennon/domain';

/**
 * All rows of one namespace, read at one revision: one list per noun, nothing joined.
 *
 * Flags, segments, variants, constraints and distributions come in creation order, rules and rollouts by rank.
 */
export interface NamespaceState extends NamespaceContents {
  readonly namespace: Pick<Namespace, 'key' | 'name' | 'description'>;
}
