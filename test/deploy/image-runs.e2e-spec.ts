import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStage } from '../support/docker/build-stage';
import { canContain, startContained } from '../support/docker/container';
import { eventually } from '../support/eventually';
import { apiAt, jsonOf, jsonRequest, type Api } from '../support/http';
import { addressesOf } from '../support/server';
import { ServerProcess } from '../support/server-process';
import { importRequest } from '../e2e/transfer/documents';
import { stages, variablesOf, wordsOf, type Stage } from './image-instructions';

/** Characters of a document that a thread reads. */
const LARGE_DOCUMENT = 200_000;

jest.setTimeout(60_000);

let place: string;
/** What the image holds at /opt/pennon, made of what is built here. */
let image: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'pennon-image-'));
  execFileSync('npm', ['run', '--silent', 'build:sbom']);
  image = buildStage('writer', place, { built: process.cwd() });
});

afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

const started: ServerProcess[] = [];

// Nothing that a failed test leaves behind lives on.
afterEach(async () => {
  for (const each of started.splice(0)) {
    each.kill('SIGKILL');
    await each.ended;
  }
});

/** What a container runs, with the Node of this machine. */
function commandOf(stage: Stage): readonly [string, ...string[]] {
  const [program, ...args] = [...wordsOf(stage, 'ENTRYPOINT'), ...wordsOf(stage, 'CMD')];
  expect(program).toBe('node');
  return [process.execPath, ...args];
}

function start(stage: Stage, home: string, more: Readonly<Record<string, string>> = {}): ServerProcess {
  const [executable, ...args] = commandOf(stage);
  const server = new ServerProcess({
    executable,
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

it('starts as a writer and as a reader beside it, is well, evaluates what is imported, and stops', async () => {
  const home = mkdtempSync(join(place, 'home-'));
  const servers = [];
  for (const stage of stages) {
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

// Without rights one may neither change the root of a program nor give a directory to another user.
const itContained = canContain() || process.env.CI === 'true' ? it : it.skip;

itContained('runs as a user that is made up and has no rights, on a root that is read-only', async () => {
  const home = variablesOf('writer').HOME ?? '';
  const root = join(image, '../..');
  // Everybody may enter a root.
  for (const directory of [place, root]) chmodSync(directory, 0o755);
  const writer = startContained({
    root,
    home,
    user: '1000680000:0',
    command: commandOf('writer'),
    env: {
      ...variablesOf('writer'),
      PENNON_SERVER_HOST: '127.0.0.1',
      PENNON_SERVER_HTTP_PORT: '0',
      PENNON_SERVER_GRPC_PORT: '0',
    },
  });
  started.push(writer);
  const { url } = await addressesOf(writer);
  const api = apiAt(url);
  expect(await api.send(importRequest('default', document.padEnd(LARGE_DOCUMENT)))).toMatchObject({
    status: 200,
  });
  await evaluates(api);
  expect(statSync(join(root, home, 'pennon.db'))).toMatchObject({ uid: 1000680000, gid: 0 });
  writer.kill('SIGTERM');
  expect(await writer.ended).toBe(0);
  expect(writer.stderr).toBe('');
});
