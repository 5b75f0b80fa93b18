import { quote } from '@pennon/domain';
import type { AccessRequest } from '../gate/access-request';

/** Longest part of a role or key that a refusal repeats, in characters. */
const MAX_QUOTED = 100;

/** What was to be done: `update flags in namespace "shop"`. */
export function accessText({ action, verb = action, subject, namespaceKey }: AccessRequest): string {
  if (namespaceKey === undefined) return `${verb} ${subject}s`;
  const key = quote(shortened(namespaceKey));
  return subject === 'namespace' ? `${verb} namespace ${key}` : `${verb} ${subject}s in namespace ${key}`;
}

/** The text, cut where it is too long to repeat. */
export function shortened(text: string): string {
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`;
}
