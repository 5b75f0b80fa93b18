import { type Change } from './change';
import { isKey } from './key-laws';

const NAMESPACE = 'namespace ';

/** A change as text, for channels that carry text: `namespace shop`, `tokens`, `everything`. */
export function changeText(change: Change): string {
  return change.kind === 'namespace' ? `${NAMESPACE}${change.namespaceKey}` : change.kind;
}

/** The change that a text stands for; undefined for anything else, since others may write to a channel as well. */
export function parseChangeText(text: string): Change | undefined {
  if (text === 'tokens' || text === 'everything') return { kind: text };
  if (!text.startsWith(NAMESPACE)) return undefined;
  const namespaceKey = text.slice(NAMESPACE.length);
  return isKey(namespaceKey) ? { kind: 'namespace', namespaceKey } : undefined;
}
