import { setImmediate } from 'node:timers/promises';
import { encodeSnapshotDocument, SnapshotDecoder, type SnapshotDocument } from '@pennon/snapshot';

/** From this length on a part is complete, in UTF-16 code units; a single longer line makes a longer part. */
const PART_LENGTH = 256 * 1024;

/** How many lines are put together before others have their turn. */
const LINES_AT_A_TIME = 500;

/** The text of a document in parts of whole lines. Others have their turn while it is made, however long it is. */
export async function* documentText(document: SnapshotDocument): AsyncGenerator<string, void, undefined> {
  let part = '';
  let lines = 0;
  for (const line of encodeSnapshotDocument(document)) {
    part += line;
    if (++lines % LINES_AT_A_TIME === 0) await setImmediate();
    if (part.length < PART_LENGTH) continue;
    yield part;
    part = '';
  }
  if (part !== '') yield part;
}

/** Reads the text of a document in parts of whole lines; others have their turn while it is read. */
export class DocumentReader {
  private readonly decoder = new SnapshotDecoder();
  private lines = 0;

  /** @throws SnapshotFormatError if it is not how the text goes on. */
  async take(part: string): Promise<void> {
    for (let start = 0; start < part.length;) {
      const end = part.indexOf('\n', start);
      const stop = end === -1 ? part.length : end;
      this.decoder.line(part.slice(start, stop));
      start = stop + 1;
      if (++this.lines % LINES_AT_A_TIME === 0) await setImmediate();
    }
  }

  /** The document. @throws SnapshotFormatError if something is missing. */
  end(): SnapshotDocument {
    return this.decoder.end();
  }
}
