import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DocumentFormat, type NamespaceDocument, writeDocuments } from '@pennon/document';
import { ResourceExhaustedError } from '@pennon/domain';

/** How many flags or segments are written before others have their turn. */
const CHUNKS_AT_A_TIME = 50;

/** How a document becomes bytes. */
export interface EncodeOptions {
  readonly format: DocumentFormat;
  /** Longest text, in bytes. */
  readonly maxBytes: number;
}

/**
 * The bytes of a document; others have their turn while they are made, however many there are.
 *
 * @throws DocumentWriteError if the document cannot be written, ResourceExhaustedError if it is too long.
 */
export async function encodeDocument(
  document: NamespaceDocument,
  { format, maxBytes }: EncodeOptions,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let chunks: string[] = [];
  let bytes = 0;
  const takePart = (): void => {
    const part = Buffer.from(chunks.join(''));
    chunks = [];
    bytes += part.length;
    if (bytes > maxBytes) {
      throw new ResourceExhaustedError(`its document is longer than ${maxBytes} bytes, which readers refuse`);
    }
    parts.push(part);
  };
  for (const chunk of writeDocuments([document], { format })) {
    chunks.push(chunk);
    if (chunks.length < CHUNKS_AT_A_TIME) continue;
    takePart();
    await nextTurn();
  }
  takePart();
  return Buffer.concat(parts);
}
