import { type DocumentWorker } from '../thread/document-worker';

/** Does work with a thread that reads documents, and ends the thread after it. */
export type WithWorker = <T>(work: (worker: DocumentWorker) => Promise<T>) => Promise<T>;
