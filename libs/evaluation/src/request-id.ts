import { randomUUID } from 'node:crypto';
import { isPlainAscii, quoted } from './quoted';

/** The id that was made last. */
let made = '';

/** The request's own id, or a new one. */
export function idOf({ requestId }: { readonly requestId: string }): string {
  if (requestId === '') made = randomUUID();
  return requestId === '' ? made : requestId;
}

/** Whether an id is such as JSON writes as it is, like those that are made here. */
export function isPlainId(requestId: string): boolean {
  return requestId === '' || requestId === made || isPlainAscii(requestId);
}

/** An id as JSON has it. */
export function quotedId(requestId: string): string {
  return requestId === made ? `"${requestId}"` : quoted(requestId);
}
