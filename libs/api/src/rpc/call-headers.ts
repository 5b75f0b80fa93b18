import { resolveNamespaceKey, type Revision } from '@pennon/domain';
import type { RpcCall } from './rpc-call';

// Headers, or metadata, that tell of the revision of a namespace.

/** Of an answer: the revision that an evaluation saw, or that a write made. */
export const REVISION_HEADER = 'x-pennon-revision';

/** Of an answer: the mark of that revision, which tells it from one of the same number in another history. */
export const REVISION_MARK_HEADER = 'x-pennon-revision-mark';

/** Of an answer: how long ago what it shows was last known to be current, in whole milliseconds. */
export const AGE_HEADER = 'x-pennon-age-ms';

/** Of a request to evaluate: the revision that it wants to see at least, `N`, or `N.mark`. */
export const MIN_REVISION_HEADER = 'x-pennon-min-revision';

/** Of a request to write: why it is to pass by the review that the namespace wants. */
export const BYPASS_REVIEW_HEADER = 'x-pennon-bypass-review';

/** Of a request to delete a token: `true` to let go on what was scheduled with it. */
export const KEEP_CHANGES_HEADER = 'x-pennon-keep-changes';

/** Of the answer: what waits for an editor now, `change/ID` or `series/ID`, one after another. */
export const HELD_HEADER = 'x-pennon-held';

/** Tells the caller which revision it is. */
export function tellRevision(call: Pick<RpcCall, 'setHeader'>, { revision, mark }: Revision): void {
  call.setHeader(REVISION_HEADER, `${revision}`);
  if (mark !== undefined) call.setHeader(REVISION_MARK_HEADER, mark);
}

/** The namespace an OFREP call is about, which its messages do not name. */
export function ofrepNamespaceOf(call: RpcCall): string {
  return resolveNamespaceKey(call.header('x-flipt-namespace') ?? '');
}

/**
 * Tells whether a list of entity tags, as `If-None-Match` has it, holds a tag.
 *
 * Weak and strong tags, quoted and bare ones are the same here: the snapshot's tags are bare, and some of its clients
 * send back all they were ever given. `*` stands for no tag, because whoever sends it holds no particular answer.
 * Source: RFC 9110, 13.1.2.
 */
export function listsTag(list: string, tag: string): boolean {
  // What most clients send.
  if (list === tag) return true;
  const wanted = opaquePart(tag);
  return list.split(',').some((item) => opaquePart(item.trim()) === wanted);
}

function opaquePart(tag: string): string {
  const strong = tag.startsWith('W/') ? tag.slice('W/'.length) : tag;
  return /^"(.*)"$/.exec(strong)?.[1] ?? strong;
}
