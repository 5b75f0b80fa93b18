import { type Revision } from '@pennon/domain';
import { type RpcCall } from './rpc-call';

/** Headers, or metadata, that tell of the revision of a namespace. */

/** Of an answer: the revision that an evaluation saw, or that a write made. */
export const REVISION_HEADER = 'x-pennon-revision';

/** Of an answer: the mark of that revision, which tells it from one of the same number in another history. */
export const REVISION_MARK_HEADER = 'x-pennon-revision-mark';

/** Of an answer: how long ago what it shows was last known to be current, in whole milliseconds. */
export const AGE_HEADER = 'x-pennon-age-ms';

/** Of a request to evaluate: the revision that it wants to see at least, `N`, or `N.mark`. */
export const MIN_REVISION_HEADER = 'x-pennon-min-revision';

/** Tells the caller which revision it is. */
export function tellRevision(call: Pick<RpcCall, 'setHeader'>, { revision, mark }: Revision): void {
  call.setHeader(REVISION_HEADER, `${revision}`);
  if (mark !== undefined) call.setHeader(REVISION_MARK_HEADER, mark);
}
