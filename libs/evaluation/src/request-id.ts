import { type RpcCall } from '@pennon/api';
import { isPlainAscii, quoted } from './quoted';

/** The id of a call that an answer was given last: made of characters that JSON writes as they are. */
let ofCall = '';

/** The id in the answer to an evaluation: what the request itself names, or else the id of the call. */
export function idOf(
  { requestId }: { readonly requestId: string },
  call: Pick<RpcCall, 'requestId'>,
): string {
  if (requestId !== '') return requestId;
  ofCall = call.requestId;
  return ofCall;
}

/** Whether an id is such as JSON writes as it is, like those of calls. */
export function isPlainId(requestId: string): boolean {
  return requestId === '' || requestId === ofCall || isPlainAscii(requestId);
}

/** An id as JSON has it. */
export function quotedId(requestId: string): string {
  return requestId === ofCall ? `"${requestId}"` : quoted(requestId);
}
