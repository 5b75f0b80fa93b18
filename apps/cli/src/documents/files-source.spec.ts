import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NamespaceDocument } from '@pennon/document';
import { documentFiles } from './document-file';
import { FilesSource, type FilesOptions } from './files-source';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-files-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

function write(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

async function open(paths: readonly string[], options: FilesOptions = {}): Promise<FilesSource> {
  return FilesSource.open(documentFiles(paths), options);
}

/** The keys of the flags of each namespace. */
async function keysIn(source: FilesSource): Promise<readonly (readonly [string, readonly string[]])[]> {
  const documents: NamespaceDocument[] = [];
  for await (const document of source.documents()) documents.push(document);
  return documents.map(({ namespace, flags }) => [namespace.key, flags.map(({ key }) => key)] as const);
}

describe.each([
  ['is kept', {}],
  ['is read again', { keptLength: 10 }],
])('input that %s', (_, options: FilesOptions) => {
  test('gives one document per namespace, as often as it is asked', async () => {
    const one = write('one.yaml', 'namespace: a\nflags: [{ key: x, name: X }]\n---\nnamespace: b\n');
    const two = write('two.json', '{"namespace":"a","flags":[{"key":"y","name":"Y"}]}');
    const source = await open([one, two], options);
    expect(source.size).toBe(2);
    for (let time = 0; time < 2; time++) {
      expect(new Map(await keysIn(source))).toEqual(
        new Map([
          ['a', ['x', 'y']],
          ['b', []],
        ]),
      );
    }
  });

  test('tells what is odd once', async () => {
    const distributions = '[{ variant: v, rollout: 10 }]';
    const rule = `rules: [{ segment: s, distributions: ${distributions} }]`;
    const path = write('odd.yaml', `flags: [{ key: x, name: X, variants: [{ key: v }], ${rule} }]\n`);
    const warnings: string[] = [];
    const source = await open([path], { ...options, onWarning: (line) => warnings.push(line) });
    await keysIn(source);
    expect(warnings).toEqual([
      expect.stringMatching(/odd\.yaml:1:\d+: flags\[0\]\.rules\[0\]\.distributions: .*10/),
    ]);
  });
});

test('a key that two files define is refused with both places', async () => {
  const one = write('one.yaml', 'flags: [{ key: x, name: X }]\n');
  const two = write('two.yaml', 'flags: [{ key: x, name: X }]\n');
  await expect(open([one, two])).rejects.toThrow(
    /^the input is not valid.*\n\S+two\.yaml:1:\d+: .*one\.yaml:1/,
  );
});

test('a document that is longer than the settings allow is refused', async () => {
  const path = write('long.yaml', `flags: []\n# ${'long '.repeat(50)}\n`);
  await expect(open([path], { maxLengths: { yaml: 100, json: 100 } })).rejects.toThrow(
    '100 characters at most',
  );
});

test('a file that is changed between two readings is found out', async () => {
  const path = write('one.yaml', 'namespace: a\n---\nnamespace: a\n');
  const source = await open([path], { keptLength: 10 });
  write('one.yaml', 'namespace: a\n');
  await expect(keysIn(source)).rejects.toThrow('a file was changed while it was read');
});
