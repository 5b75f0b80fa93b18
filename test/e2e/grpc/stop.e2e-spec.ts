import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { flipt, fliptEvaluation } from '@pennon/proto';
import { addTargetedFlag } from '../../support/flags';
import { GrpcClient } from '../../support/grpc-client';
import { GrpcHealthClient } from '../../support/grpc-health-client';
import { answerTo, framed, GrpcRawConnection } from '../../support/grpc-raw-connection';
import { apiAt, jsonOf } from '../../support/http';
import { lockDatabase } from '../../support/lock-database';
import { RawSocket } from '../../support/raw-socket';
import { startServer, type TestServer } from '../../support/server';

// A server that waits for what it should not wait for is stopped by this.
jest.setTimeout(30_000);

/** Longer than any test lasts: who waits for it fails. */
const FOREVER = '10m';

const { createFlag } = flipt.Flipt.method;
const { batch, variant } = fliptEvaluation.EvaluationService.method;

const notServing = { code: status.UNAVAILABLE, details: 'the service is NOT_SERVING' };

let directory: string;
let server: TestServer;
let client: GrpcClient;
let health: GrpcHealthClient;

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  server = await startServer({ directory, env: { PENNON_SERVER_SHUTDOWN_TIMEOUT: FOREVER, ...env } });
  client = new GrpcClient(server.grpcAddress);
  health = new GrpcHealthClient(server.grpcAddress);
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-stop-'));
});

// Nothing that a failed test leaves behind lives on.
afterEach(async () => {
  client.close();
  health.close();
  await server.stop('SIGKILL');
  rmSync(directory, { recursive: true });
});

/** Resolves when the gRPC port takes no new connections. */
async function refusesConnections(): Promise<void> {
  for (;;) {
    try {
      (await RawSocket.open(`http://${server.grpcAddress}`)).close();
    } catch (error) {
      // One that comes at the very moment of closing is reset.
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return;
    }
  }
}

test('with a drain delay, health turns away while everything else is answered, then the streams end', async () => {
  await start({ PENNON_SERVER_DRAIN_DELAY: '1s' });
  await addTargetedFlag(apiAt(server.url), { flagKey: 'colour', variantKey: 'orange' });
  const streams = ['', 'flipt.Flipt'].map((service) => health.watch(service));
  for (const stream of streams) expect(await stream.next()).toEqual({ status: 'SERVING' });

  const exitCode = server.stop('SIGTERM');
  for (const stream of streams) expect(await stream.next()).toEqual({ status: 'NOT_SERVING' });
  expect(await health.check()).toEqual({ status: 'NOT_SERVING' });
  expect(await health.check('flipt.Flipt')).toEqual({ status: 'NOT_SERVING' });
  const late = new GrpcHealthClient(server.grpcAddress);
  expect(await late.watch().next()).toEqual({ status: 'NOT_SERVING' });
  expect(await client.call(variant, { flagKey: 'colour' })).toMatchObject({
    message: { variantKey: 'orange' },
  });
  expect(await client.call(createFlag, { key: 'late', name: 'Late' })).toMatchObject({
    message: { key: 'late' },
  });
  expect(streams.map(({ isOpen }) => isOpen)).toEqual([true, true]);

  for (const stream of streams) expect(await stream.ended()).toEqual(notServing);
  expect(await exitCode).toBe(0);
  late.close();
  expect(server.output()).not.toMatch(/"L":"(WARN|ERROR)"/);
});

test('without a drain delay, watchers hear of the end before their streams end', async () => {
  await start();
  const stream = health.watch();
  expect(await stream.next()).toEqual({ status: 'SERVING' });
  const exitCode = server.stop('SIGTERM');
  expect(await stream.next()).toEqual({ status: 'NOT_SERVING' });
  expect(await stream.ended()).toEqual(notServing);
  expect(await exitCode).toBe(0);
});

/** The keys of all flags that a server finds when it starts again. */
async function keysAfterRestart(): Promise<readonly string[]> {
  client.close();
  health.close();
  await start();
  const { flags } = jsonOf(await apiAt(server.url).send({ path: '/api/v1/flags' })) as {
    readonly flags: readonly { readonly key: string }[];
  };
  return flags.map(({ key }) => key).sort();
}

test('writes under way are answered while new connections are refused', async () => {
  await start();
  const keys = Array.from({ length: 50 }, (_, index) => `flag-${index}`).sort();
  const unlock = await lockDatabase(server.databaseFile);
  const calls = keys.map(async (key) => client.call(createFlag, { key, name: key }));
  // What comes after them on their connection is answered: the server has them all.
  await client.call(batch, {});

  const exitCode = server.stop('SIGTERM');
  await refusesConnections();
  await unlock();
  expect(await Promise.all(calls)).toEqual(
    keys.map((key) => ({ message: expect.objectContaining({ key }) })),
  );
  expect(await exitCode).toBe(0);
  expect(await keysAfterRestart()).toEqual(keys);
});

test('around the end, a write is either acknowledged and there, or refused and not there', async () => {
  await start();
  const acknowledged: string[] = [];
  let exitCode: Promise<unknown> | undefined;
  const writeUntilRefused = async (worker: number): Promise<unknown> => {
    for (let round = 0; ; round++) {
      const key = `flag-${worker}-${round}`;
      const outcome = await client.call(createFlag, { key, name: key });
      if (!('message' in outcome)) return outcome.code;
      if (acknowledged.push(key) === 50) exitCode = server.stop('SIGTERM');
    }
  };
  const endings = await Promise.all(Array.from({ length: 8 }, (_, worker) => writeUntilRefused(worker)));
  expect(new Set(endings)).toEqual(new Set([status.UNAVAILABLE]));
  expect(await exitCode).toBe(0);
  expect(await keysAfterRestart()).toEqual(acknowledged.sort());
});

test.each([
  ['that has been answered', true],
  ['that has not asked for anything yet', false],
])('a connection %s does not hold up the end', async (_, asks) => {
  await start();
  const connection = await GrpcRawConnection.open(server.grpcAddress);
  if (asks) await connection.send('/grpc.health.v1.Health/Check', framed(Buffer.alloc(0)));
  expect(await server.stop()).toBe(0);
  connection.close();
});

test('a connection that never said a word does not hold up the end', async () => {
  await start();
  const socket = await RawSocket.open(`http://${server.grpcAddress}`);
  await health.check();
  expect(await server.stop()).toBe(0);
  await socket.closed();
});

test('a call whose message never comes is cut off after the shutdown timeout', async () => {
  await start({ PENNON_SERVER_SHUTDOWN_TIMEOUT: '300ms' });
  const connection = await GrpcRawConnection.open(server.grpcAddress);
  const stream = connection.begin('/flipt.Flipt/GetFlag');
  stream.write(framed(Buffer.from('no more of it')).subarray(0, 8));
  await health.check();
  await delay(100);
  expect(await server.stop()).toBe(0);
  expect(await answerTo(stream)).toMatchObject({ status: 0 });
  connection.close();
});
