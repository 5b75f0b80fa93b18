import { hash } from 'node:crypto';
import { VERSION } from '@pennon/api';
import { type EvaluationContext } from '@pennon/evaluator';
import { type Snapshot } from '@pennon/snapshot';
import { type OfrepDialect } from './ofrep-dialect';

/**
 * The entity tag of a bulk answer: strong, with its quotes, as OFREP 0.3 wants it.
 *
 * It names everything that the answer depends on: the state of the namespace, the whole context, whatever the order
 * of its members, and how this version answers in this dialect. So it is known before anything is evaluated.
 * An answer for an entity without an id is random, and must not get one.
 */
export function bulkTag(
  { document }: Snapshot,
  context: EvaluationContext,
  { name }: OfrepDialect,
  version = VERSION,
): string {
  // Texts in JSON cannot run into each other, so different states never make the same list.
  const { namespaceKey, revision, mark } = document;
  const state: (string | number | undefined)[] = [version, name, namespaceKey, revision, mark];
  for (const property of Object.keys(context).sort()) state.push(property, context[property]);
  return `"${hash('sha256', JSON.stringify(state))}"`;
}
