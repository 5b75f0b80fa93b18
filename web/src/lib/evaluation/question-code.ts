/** A text for an address, in the alphabet that needs no escapes there (RFC 4648, base64url without padding). */
export function toBase64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text again; undefined for what is none. */
export function fromBase64Url(code: string): string | undefined {
  try {
    const letters = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What the address of the console says about one entity. */
export interface EntityInAddress {
  readonly entityId: string;
  /** JSON text as typed. */
  readonly context: string;
}

/** The query of a link to the console that asks for an entity; empty without one. */
export function consoleQuery({ entityId, context }: EntityInAddress): string {
  const query = new URLSearchParams();
  if (entityId !== '') query.set('e', toBase64Url(entityId));
  if (context.trim() !== '' && context.trim() !== '{}') query.set('c', toBase64Url(context));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
