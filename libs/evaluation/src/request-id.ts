import { randomUUID } from 'node:crypto';
import { quoted } from './quoted';

/** The id that was made last. */
let made = '';

/** The request's own id, or a new one. */
export function idOf({ requestId }: { readonly requestId: string }): string {
  if (requestId === '') made = randomUUID();
  return requestId === '' ? made : requestId;
}

/** An id as JSON has it; of one that was made here there is nothing to escape. */
export function quotedId(requestId: string): string {
  return requestId === made ? `"${requestId}"` : quoted(requestId);
}
