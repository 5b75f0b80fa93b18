import { parentPort, workerData } from 'node:worker_threads';
import { AT_ONCE, type NamespaceDocument } from '@pennon/document';
import { inPieces, InvalidFieldError } from '@pennon/domain';
import { readRequestDocument, type RequestDocument } from './read-request-document';

/**
 * What the thread answers with, a piece each time that it is asked for one, because a message is taken apart at once,
 * while nothing else is answered. Errors do not keep their class on the way.
 */
export type Reading =
  | { readonly kind: 'refused'; readonly refusal: Pick<InvalidFieldError, 'field' | 'problem'> }
  | { readonly kind: 'piece'; readonly of: Pick<NamespaceDocument, 'flags' | 'segments'> }
  /** The last piece: all the rest. */
  | {
      readonly kind: 'end';
      readonly of: Pick<NamespaceDocument, 'namespace'> & Pick<RequestDocument, 'warnings'>;
    };

/** What the thread is to read. */
export interface ReadingWork {
  readonly text: string;
  /** That of the request. */
  readonly namespaceKey: string;
}

/** A thread of its own for one text, its `workerData`: what it throws otherwise is the error of the thread. */
const readings = read(workerData as ReadingWork);
parentPort?.on('message', tellNext);
tellNext();

function tellNext(): void {
  const { done, value } = readings.next();
  if (done === true) parentPort?.close();
  else parentPort?.postMessage(value);
}

function* read(work: ReadingWork): Generator<Reading, void, undefined> {
  const read = documentOf(work);
  if ('refusal' in read) {
    yield { kind: 'refused', refusal: read.refusal };
    return;
  }
  const { namespace, flags, segments } = read.document;
  for (const piece of inPieces(segments, AT_ONCE))
    yield { kind: 'piece', of: { segments: piece, flags: [] } };
  for (const piece of inPieces(flags, AT_ONCE)) yield { kind: 'piece', of: { segments: [], flags: piece } };
  yield { kind: 'end', of: { namespace, warnings: read.warnings } };
}

function documentOf({
  text,
  namespaceKey,
}: ReadingWork): RequestDocument | { readonly refusal: Pick<InvalidFieldError, 'field' | 'problem'> } {
  try {
    return readRequestDocument(text, namespaceKey);
  } catch (error) {
    if (!(error instanceof InvalidFieldError)) throw error;
    return { refusal: { field: error.field, problem: error.problem } };
  }
}
