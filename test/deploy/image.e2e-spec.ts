import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStage } from '../support/docker/build-stage';
import { readContext } from '../support/docker/context';
import { instructionsOf } from '../support/docker/dockerfile';
import { apiAt } from '../support/http';
import { addressesOf } from '../support/server';
import { ServerProcess } from '../support/server-process';

/** How long the image may take to be built, in milliseconds: that is a whole build. */
const BUILD_TIMEOUT_MS = 240_000;

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

function start(stage: string, home: string): ServerProcess {
  const [program = '', ...args] = [...wordsOf(stage, 'ENTRYPOINT'), ...wordsOf(stage, 'CMD')];
  expect(program).toBe('node');
  return new ServerProcess({
    executable: process.execPath,
    args,
    directory: image,
    env: {
      HOME: home,
      PENNON_DB_URL: `file:${join(home, 'pennon.db')}`,
      PENNON_SERVER_HOST: '127.0.0.1',
      PENNON_SERVER_HTTP_PORT: '0',
      PENNON_SERVER_GRPC_PORT: '0',
    },
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

it('starts as a writer and as a reader beside it, is well, and stops', async () => {
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
  for (const { server } of servers) server.kill('SIGTERM');
  for (const { server, check, env } of servers) {
    expect(await server.ended).toBe(0);
    expect(spawnSync(process.execPath, check, { cwd: image, env }).status).toBe(1);
  }
});
