import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { useServer } from '../../support/use-server';

const run = promisify(execFile);

const generator = 'node_modules/@hey-api/openapi-ts/bin/run.js';
const compiler = resolve('node_modules/typescript-7/bin/tsc');
const compilerOptions = [
  ...['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable'],
  ...['--types', 'node', '--typeRoots', resolve('node_modules/@types')],
];

const server = useServer();
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-generated-'));
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

test('a client that is generated from the document compiles, and goes through the life of a flag', async () => {
  const document = join(directory, 'openapi.json');
  writeFileSync(document, (await server.send({ path: '/openapi.json' })).body);
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  await run('node', [
    generator,
    '-i',
    document,
    '-o',
    join(directory, 'client'),
    '--no-log-file',
    '--silent',
  ]);

  const source = join(directory, 'flag-life.mts');
  copyFileSync(join(__dirname, 'generated/flag-life.mts'), source);
  const compile = [compiler, ...compilerOptions, '--outDir', join(directory, 'js'), source];
  const complaints = await run('node', compile, { cwd: directory }).then(
    () => '',
    (error: unknown) => (error as { readonly stdout: string }).stdout,
  );
  expect(complaints).toBe('');

  const { stdout } = await run('node', [join(directory, 'js/flag-life.mjs'), server.url]);
  expect(JSON.parse(stdout)).toEqual({
    created: ['colour', 'VARIANT_FLAG_TYPE', { team: 'web' }],
    evaluated: [true, 'orange', '{"hex":"#f60"}', ['dutch']],
    remote: ['colour', 'orange', 'TARGETING_MATCH'],
    updated: ['Colour 2', false, 'orange'],
    listed: ['colour'],
    refused: [400, 3, 'invalid field key: contains invalid characters'],
    gone: 404,
  });
});
