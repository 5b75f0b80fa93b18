/** A message that a client sends to PostgreSQL. */
export interface FrontendMessage {
  /** The letter of its kind; `''` for those that open a connection and have none. */
  readonly type: string;
  /** What follows its length. */
  readonly payload: Buffer;
}

/** Requests for encryption, after which the client opens the connection once more. */
const encryptionCodes: ReadonlySet<number> = new Set([80_877_103, 80_877_104]);

/**
 * Takes the bytes that a client sends to PostgreSQL apart into messages. Source: PostgreSQL documentation, chapter
 * "Frontend/Backend Protocol", section "Message Formats".
 */
export class FrontendMessages {
  private rest = Buffer.alloc(0);
  private isOpen = false;

  /** The messages that these bytes complete. */
  take(bytes: Buffer): readonly FrontendMessage[] {
    this.rest = Buffer.concat([this.rest, bytes]);
    const messages: FrontendMessage[] = [];
    for (let message = this.next(); message !== undefined; message = this.next()) messages.push(message);
    return messages;
  }

  private next(): FrontendMessage | undefined {
    const letters = this.isOpen ? 1 : 0;
    if (this.rest.length < letters + 4) return undefined;
    // The length counts itself and not the letter.
    const end = letters + this.rest.readInt32BE(letters);
    if (this.rest.length < end) return undefined;
    const type = this.rest.toString('latin1', 0, letters);
    const payload = this.rest.subarray(letters + 4, end);
    this.rest = this.rest.subarray(end);
    if (!this.isOpen) this.isOpen = !encryptionCodes.has(payload.readInt32BE(0));
    return { type, payload };
  }
}

/** The texts, each ended by a zero byte, with which a payload begins. */
export function textsIn(payload: Buffer, count: number): readonly string[] {
  return payload.toString('utf8').split('\0', count);
}
