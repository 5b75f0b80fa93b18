import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidFieldError, ResourceExhaustedError } from '@pennon/domain';
import { DocumentReaderThread } from './document-reader-thread';
import { readRequestDocument } from './read-request-document';

/** Threads run what was built: they know nothing of TypeScript. */
const builtWorker = join(process.cwd(), 'dist/apps/writer/src/transfer/reading-worker.js');

const MAX_BYTES = 16 * 1024 * 1024;

/** A document of that many flags; 400 make a text that is read in a thread. */
function documentOf(flags: number, key = 'f'): string {
  return JSON.stringify({
    namespace: 'shop',
    flags: Array.from({ length: flags }, (_, index) => ({
      key: `${key}${index}`,
      name: 'A name of usual length',
      metadata: { owner: 'team', level: index },
      variants: [{ key: 'v', attachment: { price: 12.5 } }],
    })),
  });
}

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-documents-'));
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** A thread that does what the text of the program says. */
function workerOf(name: string, program: string): string {
  const file = join(directory, `${name}.js`);
  writeFileSync(file, program);
  return file;
}

test.each([1, 400])('a document of %d flags is read as it is', async (flags) => {
  const text = documentOf(flags);
  expect(await new DocumentReaderThread(MAX_BYTES, builtWorker).read(text, 'default')).toEqual(
    readRequestDocument(text, 'default'),
  );
});

test.each([1, 400])('what is wrong with a document of %d flags is told', async (flags) => {
  const text = documentOf(flags, 'a bad key ');
  const error: unknown = await new DocumentReaderThread(MAX_BYTES, builtWorker)
    .read(text, 'default')
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidFieldError);
  expect((error as InvalidFieldError).message).toMatch(/1:\d+: flags\[0\]\.key: /);
});

test('while a long document is read, others have their turn', async () => {
  const reading = new DocumentReaderThread(MAX_BYTES, builtWorker).read(documentOf(5000), 'default');
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  const { document } = await reading;
  clearInterval(counting);
  expect(document.flags).toHaveLength(5000);
  expect(turns).toBeGreaterThan(5);
});

test('several documents are read one after another, and one that is refused holds up no other', async () => {
  const documents = new DocumentReaderThread(MAX_BYTES, builtWorker);
  const readings = [documentOf(400), documentOf(400, 'a bad key '), documentOf(401)].map(async (text) =>
    documents.read(text, 'default'),
  );
  const outcomes = await Promise.allSettled(readings);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('more long documents than can wait are refused, and short ones are not', async () => {
  const documents = new DocumentReaderThread(MAX_BYTES, builtWorker);
  const text = documentOf(400);
  const waiting = Array.from({ length: 8 }, async () => documents.read(text, 'default'));
  await expect(documents.read(text, 'default')).rejects.toThrow(ResourceExhaustedError);
  expect((await documents.read(documentOf(1), 'default')).document.flags).toHaveLength(1);
  await Promise.all(waiting);
  expect((await documents.read(text, 'default')).document.flags).toHaveLength(400);
});

test.each([
  ['throws', 'throw new Error("broken")', 'broken'],
  ['ends without an answer', 'process.exit(3)', 'the thread that reads a document ended with 3'],
])('a thread that %s is a failure, after which others are read', async (name, program, reason) => {
  const documents = new DocumentReaderThread(MAX_BYTES, workerOf(name.replaceAll(' ', '-'), program));
  const text = documentOf(400);
  await expect(documents.read(text, 'default')).rejects.toThrow(reason);
  await expect(documents.read(text, 'default')).rejects.toThrow(reason);
});

test('a document that takes more memory than there is for one is refused, and the process lives on', async () => {
  const hungry = workerOf(
    'hungry',
    'const all = []; for (;;) all.push(new Array(10_000).fill().map(() => ({})));',
  );
  const documents = new DocumentReaderThread(1024, hungry);
  await expect(documents.read(documentOf(400), 'default')).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: 'the document takes more memory than there is for one',
  });
});
