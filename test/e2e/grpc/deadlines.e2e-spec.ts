import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { create, toBinary } from '@bufbuild/protobuf';
import { flipt } from '@pennon/proto';
import { GrpcClient, pathOf } from '../../support/grpc-client';
import { framed, GrpcRawConnection } from '../../support/grpc-raw-connection';
import { lockDatabase } from '../../support/lock-database';
import { startServer, type TestServer } from '../../support/server';

jest.setTimeout(60_000);

const { createFlag, getFlag } = flipt.Flipt.method;

let server: TestServer;
let client: GrpcClient;
/** Ends the lock that keeps every write of the server waiting. */
let unlock: () => Promise<void>;

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  server = await startServer({ env });
  client = new GrpcClient(server.grpcAddress);
  unlock = await lockDatabase(server.databaseFile);
}

afterEach(async () => {
  client.close();
  expect(server.output()).not.toContain('"L":"ERROR"');
  expect(await server.stop()).toBe(0);
});

/** Nothing is the matter with the server, once it can write. */
async function expectItWrites(): Promise<void> {
  await unlock();
  expect(await client.call(createFlag, { key: 'after', name: 'After' })).toMatchObject({
    message: { key: 'after' },
  });
}

test('a call that takes longer than the server allows is answered, also without a deadline of the caller', async () => {
  await start({ PENNON_SERVER_GRPC_MAX_CALL_TIME: '2s' });
  expect(await client.call(createFlag, { key: 'slow', name: 'Slow' })).toEqual({
    code: status.DEADLINE_EXCEEDED,
    details: 'the answer took longer than 2000 ms',
  });
  await expectItWrites();
});

test('the deadline of the caller counts when it comes first, and the server keeps it by itself', async () => {
  await start();
  const connection = await GrpcRawConnection.open(server.grpcAddress);
  const message = toBinary(createFlag.input, create(createFlag.input, { key: 'slow', name: 'Slow' }));
  const begun = Date.now();
  const { grpcStatus } = await connection.send(pathOf(createFlag), framed(message), {
    'grpc-timeout': '300m',
  });
  const milliseconds = Date.now() - begun;
  connection.close();
  expect(grpcStatus).toBe(`${status.DEADLINE_EXCEEDED}`);
  expect(milliseconds).toBeGreaterThanOrEqual(290);
  expect(milliseconds).toBeLessThan(5000);
  await expectItWrites();
});

test('a caller with a deadline that is far away waits no longer than for the answer', async () => {
  await start();
  const options = { deadline: Date.now() + 60_000 };
  const call = client.call(createFlag, { key: 'slow', name: 'Slow' }, { options });
  await delay(200);
  await unlock();
  expect(await call).toMatchObject({ message: { key: 'slow' } });
});

test('a caller who goes away leaves a server that goes on', async () => {
  await start();
  const message = toBinary(createFlag.input, create(createFlag.input, { key: 'left', name: 'Left' }));
  const calls = Array.from({ length: 20 }, () => client.begin(pathOf(createFlag), message));
  await client.ready();
  await delay(200);
  for (const call of calls) call.cancel();
  await expectItWrites();
  expect(await client.call(getFlag, { key: 'after' })).toMatchObject({ message: { key: 'after' } });
});
