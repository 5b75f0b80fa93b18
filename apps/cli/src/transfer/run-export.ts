import { isRefusal } from '@pennon/changes';
import { VERSION } from '@pennon/platform';
import { DocumentWriter, forFlipt, formatOfFile, type DocumentFormat } from '@pennon/document';
import { SystemClock } from '@pennon/storage';
import { type Given } from '../command-line/command';
import { revisionOf } from '../command-line/read-values';
import { exitCodes } from '../terminal/exit';
import { openTarget, type Target } from '../targets/target';
import { OutputFile } from '../terminal/output-file';
import { print, tell } from '../terminal/print';
import { ProgressBar } from '../terminal/progress-bar';
import { formatOf } from '../documents/document-file';

/** Where the text of an export goes. */
interface Output {
  readonly format: DocumentFormat;
  readonly write: (text: string) => Promise<void>;
}

/** Writes documents, or exports to a bucket. @returns the exit code. */
export async function runExport(given: Given): Promise<number> {
  given.assertAtMostOne('namespace', 'all-namespaces');
  for (const name of ['to', 'watch']) {
    for (const other of ['output', 'namespace', 'revision', 'sort-by-key', 'flipt', 'address'])
      given.assertAtMostOne(name, other);
  }
  if (given.text('to') !== undefined || given.isOn('watch')) {
    return (await import('./publish.js')).publish(given);
  }
  const path = given.text('output');
  const format = formatOf(given) ?? formatFor(path);
  const revision = revisionOf(given);
  if (revision !== undefined && namedKeys(given).length !== 1) {
    throw new Error('--revision is of one namespace: say --namespace KEY too');
  }
  const target = await openTarget(given, 'read');
  try {
    const keys = await keysOf(given, target);
    const refusals =
      path === undefined
        ? await writeAll(target, keys, given, { format, write: print })
        : await writeFile(path, format, (output) => writeAll(target, keys, given, output));
    tell(...refusals);
    return refusals.length > 0 ? exitCodes.failed : exitCodes.done;
  } finally {
    await target.close();
  }
}

function formatFor(path: string | undefined): DocumentFormat {
  if (path === undefined) return 'yaml';
  const format = formatOfFile(path);
  if (format !== undefined) return format;
  throw new Error(`${path}: its name tells no format; call it .yaml, .yml or .json, or say --format`);
}

async function keysOf(given: Given, target: Target): Promise<readonly string[]> {
  const named = namedKeys(given);
  if (named.length > 0) return named;
  const keys = await target.namespaceKeys();
  // By code units: a locale would sort differently on another machine.
  return given.isOn('sort-by-key') ? keys.toSorted((one, other) => (one < other ? -1 : 1)) : keys;
}

/** The namespaces that the command line names, each once. @throws Error if a name is empty. */
function namedKeys(given: Given): readonly string[] {
  const named = given.texts('namespace').flatMap((text) => text.split(',').map((key) => key.trim()));
  if (named.includes('')) throw new Error('--namespace names no namespace');
  return [...new Set(named)];
}

async function writeFile<T>(
  path: string,
  format: DocumentFormat,
  write: (output: Output) => Promise<T>,
): Promise<T> {
  const file = await OutputFile.open(path);
  try {
    const result = await write({ format, write: async (text) => file.write(text) });
    await file.commit();
    return result;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/**
 * Writes the namespaces of which documents can be made.
 *
 * @returns Why there are none of others, in lines for people.
 * @throws Error if there is none of any.
 */
async function writeAll(
  target: Target,
  keys: readonly string[],
  given: Given,
  { format, write }: Output,
): Promise<readonly string[]> {
  const header = { programVersion: VERSION, at: new SystemClock().now() };
  const writer = new DocumentWriter({
    format,
    sortByKey: given.isOn('sort-by-key'),
    // JSON has no comments, and what goes into a pipe needs no origin.
    ...(format === 'yaml' && given.text('output') !== undefined && { header }),
  });
  const revision = revisionOf(given);
  const bar = new ProgressBar('exporting');
  const refusals: string[] = [];
  try {
    for (const [index, key] of keys.entries()) {
      bar.show(key, index, keys.length);
      const exported = await target.export(key, revision).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        refusals.push(`error: namespace ${key}: ${error.message}`);
        // With nothing to write, a file that is there stays as it is.
        if (refusals.length < keys.length) return;
        tell(...refusals.slice(0, -1));
        throw error;
      });
      if (exported === undefined) continue;
      const { document, omissions } = exported;
      const written = given.isOn('flipt') ? forFlipt(document) : document;
      for (const chunk of inParts(writer.write(written))) await write(chunk);
      if (omissions.length === 0) continue;
      bar.clear();
      tell(...omissions.map((omission) => `warning: namespace ${key}: ${omission}`));
    }
    return refusals;
  } finally {
    bar.clear();
  }
}

/** Smallest text that is written at once, but for the last. In UTF-16 units. */
const PART_LENGTH = 64 * 1024;

/** The same text in fewer chunks. */
function* inParts(chunks: Iterable<string>): Generator<string> {
  let part = '';
  for (const chunk of chunks) {
    part += chunk;
    if (part.length < PART_LENGTH) continue;
    yield part;
    part = '';
  }
  if (part !== '') yield part;
}
