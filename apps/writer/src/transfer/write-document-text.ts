import { performance } from 'node:perf_hooks';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { writeDocuments, type NamespaceDocument } from '@pennon/document';

/** Longest time to work on end while evaluations wait, in milliseconds. */
const SLICE_MS = 5;

/**
 * The document as JSON text, written flag by flag, with a turn for others in between.
 *
 * @throws DocumentWriteError if an attachment cannot be written.
 */
export async function writeDocumentText(document: NamespaceDocument, sortByKey: boolean): Promise<string> {
  const chunks: string[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const chunk of writeDocuments([document], { format: 'json', sortByKey })) {
    chunks.push(chunk);
    if (performance.now() < sliceEnd) continue;
    await turnOfOthers();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return chunks.join('');
}
