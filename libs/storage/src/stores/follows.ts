import { type Revision } from '@pennon/domain';

/**
 * True if what was written down of the first revision after `held` says that it came after that one, and not after
 * another one of the same number. Whoever knew of no marks has written down none: then nothing speaks against it.
 */
export function follows(next: { readonly markBefore: string } | undefined, held: Revision): boolean {
  return next !== undefined && (next.markBefore === '' || next.markBefore === (held.mark ?? ''));
}
