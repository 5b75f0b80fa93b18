import { type DocumentText } from './document-text';

/** Cuts a stream of text into its documents, each handed on as soon as it is complete. */
export interface DocumentSplitter {
  /** The documents that the chunk completes. */
  push(chunk: string): Iterable<DocumentText>;
  /** What is left when no more chunks come. */
  end(): Iterable<DocumentText>;
  /** How much is held, in UTF-16 units: grows with one document, not with the stream. */
  readonly pendingLength: number;
}
