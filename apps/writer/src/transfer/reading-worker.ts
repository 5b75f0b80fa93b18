import { parentPort, workerData } from 'node:worker_threads';
import { InvalidFieldError } from '@pennon/domain';
import { readRequestDocument, type RequestDocument } from './read-request-document';

/** What the thread answers with: errors do not keep their class on the way. */
export type Reading =
  | { readonly read: RequestDocument }
  | { readonly refusal: Pick<InvalidFieldError, 'field' | 'reason'> };

/** A thread of its own for one text, its `workerData`: what it throws otherwise is the error of the thread. */
parentPort?.postMessage(read(workerData as string));

function read(text: string): Reading {
  try {
    return { read: readRequestDocument(text) };
  } catch (error) {
    if (!(error instanceof InvalidFieldError)) throw error;
    return { refusal: { field: error.field, reason: error.reason } };
  }
}
