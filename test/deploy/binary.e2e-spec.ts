import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replay } from '../conformance/replay';
import { readScenarios } from '../conformance/scenario';
import { importRequest, largeDocument } from '../e2e/transfer/documents';
import { bearing } from '../support/auth-server';
import { firstTokenIn } from '../support/first-token';
import { addFlag } from '../support/flags';
import { ReflectionClient } from '../support/grpc-reflection-client';
import { apiAt, jsonOf, jsonRequest, type Api } from '../support/http';
import { addressesOf } from '../support/server';
import { ServerProcess } from '../support/server-process';
import { workersOf } from '../support/worker-processes';

/** How long the build may take, in milliseconds: it bundles, and copies a hundred megabytes. */
const BUILD_TIMEOUT_MS = 180_000;

const EXECUTABLE = join(process.cwd(), 'dist/pennon');

jest.setTimeout(60_000);

const onFreePorts = { host: '127.0.0.1', http_port: 0, grpc_port: 0 };

/** Holds the settings that executables are given, and beside them the directories that they run in. */
let place: string;
let report: string;

beforeAll(() => {
  // Of what is built already: others run it at this moment.
  report = execFileSync(process.execPath, ['deploy/binary/build.mjs'], { encoding: 'utf8' });
  place = mkdtempSync(join(tmpdir(), 'pennon-binary-'));
}, BUILD_TIMEOUT_MS);

afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

/** The executable at work. */
interface Running {
  readonly process: ServerProcess;
  readonly api: Api;
  readonly grpcAddress: string;
}

/** Starts the executable in an empty directory and an empty environment, on free ports. */
async function start(command: 'serve' | 'reader', settings: object = {}): Promise<Running> {
  const directory = mkdtempSync(join(place, 'empty-'));
  const file = `${directory}.json`;
  const db = { url: `file:${join(directory, 'pennon.db')}` };
  writeFileSync(file, JSON.stringify({ db, server: onFreePorts, log: { encoding: 'json' }, ...settings }));
  const args = [command, '--config', file];
  const running = new ServerProcess({ executable: EXECUTABLE, args, env: {}, directory });
  const { url, grpcAddress } = await addressesOf(running);
  return { process: running, api: apiAt(url), grpcAddress };
}

async function stopped({ process }: Running): Promise<unknown> {
  process.kill('SIGTERM');
  return process.ended;
}

test('the build says how large it is, how fast it starts, and how much memory it takes', () => {
  expect(report).toMatch(/^dist\/pennon: [\d.]+ MB, ready after \d+ ms, \d+ MB of memory then\n$/);
});

describe('the executable in an empty directory and an empty environment', () => {
  let pennon: Running;

  beforeAll(async () => {
    pennon = await start('serve');
  });

  afterAll(async () => {
    expect(await stopped(pennon)).toBe(0);
    expect(pennon.process.stderr).toBe('');
  });

  test.each(readScenarios())('$name: answers as the reference server did', async (scenario) => {
    expect(await replay(pennon.api, scenario)).toStrictEqual(scenario.answers);
  });

  test('serves the dashboard, with what its page loads', async () => {
    const page = await pennon.api.send({ path: '/' });
    const [, script = ''] = /<script type="module"[^>]* src="\.?\/?([^"]+)"/.exec(page.body.toString()) ?? [];
    const { status, headers } = await pennon.api.send({
      path: `/${script}`,
      headers: { 'Accept-Encoding': 'br' },
    });
    expect([page.status, status, headers['content-encoding']]).toEqual([200, 200, 'br']);
  });

  test('reads a long document in a thread', async () => {
    const { status } = await pennon.api.send(importRequest('long', largeDocument('long', 200)));
    expect(status).toBe(200);
  });

  test.each(['v1', 'v1alpha'] as const)('tells its gRPC services by reflection %s', async (version) => {
    const client = new ReflectionClient(pennon.grpcAddress, version);
    const { list_services_response: list } = await client.ask({ list_services: '' });
    client.close();
    expect(list?.service.map(({ name }) => name)).toContain('flipt.evaluation.EvaluationService');
  });

  test('leaves nothing where it unpacked the database driver', () => {
    const mine = readdirSync(tmpdir()).filter((name) => name.startsWith('pennon-addon-'));
    expect(mine).toEqual([]);
  });
});

test('the executable leads to a first token, by which a flag is made and evaluated', async () => {
  const pennon = await start('serve', {
    authentication: { required: true, methods: { token: { enabled: true } } },
  });
  const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'first', entityId: 'me' });
  expect((await pennon.api.send(question)).status).toBe(401);
  const api = bearing(pennon.api, firstTokenIn(pennon.process.stdout));
  await addFlag(api, { key: 'first', type: 'BOOLEAN_FLAG_TYPE' });
  expect(jsonOf(await api.send(question))).toMatchObject({ enabled: true });
  expect(await stopped(pennon)).toBe(0);
});

test('the executable runs in several workers', async () => {
  const pennon = await start('serve', { server: { ...onFreePorts, workers: 2 } });
  expect(workersOf(pennon.process.pid)).toHaveLength(2);
  const created = await pennon.api.send(
    jsonRequest('POST', '/api/v1/namespaces/default/flags', {
      key: 'steady',
      name: 'Steady',
      type: 'BOOLEAN_FLAG_TYPE',
      enabled: true,
    }),
  );
  const answer = await pennon.api.send(
    jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'steady', entityId: 'me' }),
  );
  expect([created.status, jsonOf(answer)]).toEqual([200, expect.objectContaining({ enabled: true })]);
  expect(await stopped(pennon)).toBe(0);
});

test('the executable reads flags from files in a thread', async () => {
  const files = join(place, 'flags');
  mkdirSync(files);
  copyFileSync('test/conformance/fixtures/shop.yaml', join(files, 'features.yaml'));
  const pennon = await start('reader', { storage: { type: 'local', local: { path: files } } });
  const { status } = await pennon.api.send({ path: '/internal/v1/evaluation/snapshot/namespace/shop' });
  expect(status).toBe(200);
  expect(await stopped(pennon)).toBe(0);
});
