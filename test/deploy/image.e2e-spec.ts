import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStage } from '../support/docker/build-stage';
import { readContext } from '../support/docker/context';
import { instructionsOf } from '../support/docker/dockerfile';
import { eventually } from '../support/eventually';
import { apiAt, jsonOf, jsonRequest, type Api } from '../support/http';
import { addressesOf } from '../support/server';
import { ServerProcess } from '../support/server-process';
import { importRequest } from '../e2e/transfer/documents';

/** How long the image may take to be built, in milliseconds: that is a whole build. */
const BUILD_TIMEOUT_MS = 240_000;

/** Characters of a document that a thread reads. */
const LARGE_DOCUMENT = 200_000;

jest.setTimeout(60_000);

let place: string;
/** What the image holds at /opt/pennon. */
let image: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'pennon-image-'));
  image = buildStage('writer', place);
}, BUILD_TIMEOUT_MS);

afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

/** The words of an instruction that is written as a list. */
function wordsOf(stage: string, name: string): readonly string[] {
  const { text = '' } = instructionsOf(stage).findLast((instruction) => instruction.name === name) ?? {};
  return JSON.parse(text.slice(text.indexOf('['))) as readonly string[];
}

const started: ServerProcess[] = [];

// Nothing that a failed test leaves behind lives on.
afterEach(async () => {
  for (const each of started.splice(0)) {
    each.kill('SIGKILL');
    await each.ended;
  }
});

function start(stage: string, home: string, more: Readonly<Record<string, string>> = {}): ServerProcess {
  const [program = '', ...args] = [...wordsOf(stage, 'ENTRYPOINT'), ...wordsOf(stage, 'CMD')];
  expect(program).toBe('node');
  const server = new ServerProcess({
    executable: process.execPath,
    args,
    directory: image,
    env: {
      HOME: home,
      PENNON_DB_URL: `file:${join(home, 'pennon.db')}`,
      PENNON_SERVER_HOST: '127.0.0.1',
      PENNON_SERVER_HTTP_PORT: '0',
      PENNON_SERVER_GRPC_PORT: '0',
      ...more,
    },
  });
  started.push(server);
  return server;
}

/** A document, in JSON as in YAML. */
const document = JSON.stringify({
  version: '1.4',
  namespace: 'default',
  flags: [{ key: 'hello', name: 'Hello', type: 'BOOLEAN_FLAG_TYPE', enabled: true }],
});

/** Resolves once the flag of the document is on there. */
async function evaluates(api: Api): Promise<void> {
  const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'hello', entityId: 'me' });
  await eventually(async () => {
    expect(jsonOf(await api.send(question))).toMatchObject({ enabled: true });
  });
}

it('runs as a user that is not root, and says how it is asked for its health', () => {
  for (const stage of ['writer', 'reader']) {
    const texts = Object.fromEntries(instructionsOf(stage).map(({ name, text }) => [name, text]));
    expect(texts).toMatchObject({ USER: '10001:10001', EXPOSE: '8080 9000' });
    expect(wordsOf(stage, 'HEALTHCHECK')).toEqual(['node', 'health.mjs']);
  }
});

it('holds what runs, and nothing that it was built from', () => {
  for (const path of [
    'dist/web/index.html',
    'dist/bundle/pennon.js',
    'dist/bundle/bundle.cache',
    'health.mjs',
    'LICENSE',
  ])
    expect([path, existsSync(join(image, path))]).toEqual([path, true]);
  for (const path of ['apps', 'libs', 'web', 'test', 'deploy', 'tsconfig.json'])
    expect([path, existsSync(join(image, path))]).toEqual([path, false]);
});

it('holds every package that is not in the bundle, and few others', () => {
  const program = join(image, 'dist/bundle/bundle.cjs');
  const required = readFileSync(program, 'utf8').matchAll(/(?<![\w.])require\("([^"]+)"\)/g);
  const names = [...new Set(Array.from(required, ([, name = '']) => name))].filter(
    (name) => !isBuiltin(name),
  );
  expect(names).toEqual(expect.arrayContaining(['sqlite3', 'pg', 'mysql2', 'ioredis', '@grpc/grpc-js']));
  const load = `
    const [, program, ...names] = process.argv;
    for (const name of names) require('node:module').createRequire(program)(name);`;
  const { stderr, status } = spawnSync(process.execPath, ['-e', load, program, ...names], {
    encoding: 'utf8',
  });
  expect([stderr, status]).toEqual(['', 0]);
  for (const name of ['@nestjs/core', 'typeorm', 'rxjs', 'node-gyp', 'typescript'])
    expect([name, existsSync(join(image, 'node_modules', name))]).toEqual([name, false]);
});

it('is built from the sources alone', () => {
  const isGiven = readContext();
  const paths = [
    'libs/api/src/index.ts',
    'web/index.html',
    'web/node_modules/x',
    'libs/x.spec.ts',
    '.git/HEAD',
    'dist/x',
  ];
  expect(paths.filter(isGiven)).toEqual(['libs/api/src/index.ts', 'web/index.html']);
});

it('starts as a writer and as a reader beside it, is well, evaluates what is imported, and stops', async () => {
  const home = mkdtempSync(join(place, 'home-'));
  const servers = [];
  for (const stage of ['writer', 'reader']) {
    const server = start(stage, home);
    const { url } = await addressesOf(server);
    const env = { PENNON_SERVER_HTTP_PORT: new URL(url).port };
    const [, ...check] = wordsOf(stage, 'HEALTHCHECK');
    execFileSync(process.execPath, check, { cwd: image, env });
    servers.push({ server, check, env, api: apiAt(url) });
  }
  const [writer, reader] = servers;
  expect((await writer?.api.send({ path: '/' }))?.status).toBe(200);
  expect((await reader?.api.send({ path: '/api/v1/namespaces' }))?.status).toBe(404);
  const imported = importRequest('default', document.padEnd(LARGE_DOCUMENT));
  expect(await writer?.api.send(imported)).toMatchObject({ status: 200 });
  for (const { api } of servers) await evaluates(api);
  for (const { server } of servers) server.kill('SIGTERM');
  for (const { server, check, env } of servers) {
    expect(await server.ended).toBe(0);
    expect(spawnSync(process.execPath, check, { cwd: image, env }).status).toBe(1);
  }
});

it('evaluates flags of files, which a thread reads', async () => {
  const home = mkdtempSync(join(place, 'home-'));
  const flags = join(home, 'flags');
  mkdirSync(flags);
  writeFileSync(join(flags, 'features.yml'), document);
  const reader = start('reader', home, { PENNON_STORAGE_TYPE: 'local', PENNON_STORAGE_LOCAL_PATH: flags });
  const { url } = await addressesOf(reader);
  await evaluates(apiAt(url));
});
