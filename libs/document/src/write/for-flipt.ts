import { isOff, type FlagState } from '@pennon/state';
import type { NamespaceDocument } from '../document';

/**
 * The same for Flipt, which does not know flags that are off: such a flag is not enabled, and has no rules and
 * rollouts. What it will be when it is turned on again is not in it.
 */
export function forFlipt(document: NamespaceDocument): NamespaceDocument {
  return { ...document, flags: document.flags.map(plainly) };
}

function plainly(flag: FlagState): FlagState {
  return isOff(flag.off) ? { ...flag, off: false, isEnabled: false, rules: [], rollouts: [] } : flag;
}
