import { join } from 'node:path';
import { invalidField, ResourceExhaustedError, TooLargeError } from '@pennon/domain';
import { startThread } from '@pennon/platform';
import type { FlagState, SegmentState } from '@pennon/state';
import { readRequestDocument, type RequestDocument } from './read-request-document';
import { type Reading, type ReadingWork } from './reading-worker';

/** Longest text that is read at once, in UTF-16 units: some ten milliseconds, in which nothing else is answered. */
const MAX_SHORT_TEXT = 32 * 1024;

/** Most long texts that are here at once, one of which is being read. */
const MAX_TEXTS = 8;

/** Memory that the reading of a text may take, in bytes per byte of a request; usual documents take half of it. */
const MEMORY_PER_BYTE = 64;

/** What a thread needs in any case, in MiB. */
const LEAST_MEMORY_MIB = 64;

const MIB = 1024 * 1024;

/**
 * Reads the documents of requests. A long one takes the processor for seconds, so it is read in a thread of its own,
 * one after another, while evaluations go on.
 */
export class DocumentReaderThread {
  private last: Promise<unknown> = Promise.resolve();
  private texts = 0;
  private readonly maxMemoryMib: number;

  /**
   * @param maxBytes Longest request; bounds the memory that is taken.
   * @param workerFile The built `reading-worker`.
   */
  constructor(
    maxBytes: number,
    private readonly workerFile = join(__dirname, 'reading-worker.js'),
  ) {
    this.maxMemoryMib = LEAST_MEMORY_MIB + Math.ceil((maxBytes * MEMORY_PER_BYTE) / MIB);
  }

  /**
   * The document of that text.
   *
   * @param namespaceKey That of the request: what a document that names none is about.
   * @throws InvalidFieldError if there is something wrong with it.
   * @throws ResourceExhaustedError if too many wait already. TooLargeError if it takes too much memory.
   */
  async read(text: string, namespaceKey: string): Promise<RequestDocument> {
    if (text.length <= MAX_SHORT_TEXT) return readRequestDocument(text, namespaceKey);
    if (this.texts >= MAX_TEXTS)
      throw new ResourceExhaustedError('too many documents are being imported; try again later');
    this.texts++;
    const reading = this.last.then(async () => this.readInThread({ text, namespaceKey }));
    this.last = reading.catch(() => undefined);
    try {
      return await reading;
    } finally {
      this.texts--;
    }
  }

  private async readInThread(work: ReadingWork): Promise<RequestDocument> {
    const segments: SegmentState[] = [];
    const flags: FlagState[] = [];
    return new Promise((resolve, reject) => {
      const worker = startThread(this.workerFile, {
        workerData: work,
        resourceLimits: { maxOldGenerationSizeMb: this.maxMemoryMib },
      });
      worker.on('message', (reading: Reading) => {
        switch (reading.kind) {
          case 'refused':
            reject(invalidField(reading.refusal.field, reading.refusal.problem));
            break;
          case 'piece':
            segments.push(...reading.of.segments);
            flags.push(...reading.of.flags);
            break;
          case 'end': {
            const { namespace, warnings } = reading.of;
            resolve({ document: { namespace, flags, segments }, warnings });
          }
        }
        worker.postMessage('next');
      });
      worker.once('error', (error: NodeJS.ErrnoException) => {
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(error) : error);
      });
      // After the last message or an error this has no effect.
      worker.once('exit', (code) => {
        reject(new Error(`the thread that reads a document ended with ${code}`));
      });
    });
  }
}

function tooLarge(cause: Error): TooLargeError {
  return new TooLargeError('the document takes more memory than there is for one', { cause });
}
