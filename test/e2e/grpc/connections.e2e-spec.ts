import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { fliptEvaluation, grpcHealth } from '@pennon/proto';
import { pathOf } from '../../support/grpc-client';
import { framed, GrpcRawConnection } from '../../support/grpc-raw-connection';
import { useGrpcClient } from '../../support/grpc-use-client';
import { RawSocket } from '../../support/raw-socket';
import { useServer, type SharedServer } from '../../support/use-server';

const { SERVING } = grpcHealth.HealthCheckResponse_ServingStatus;
const { batch } = fliptEvaluation.EvaluationService.method;

/** What every HTTP/2 client says first, followed by a frame of settings that sets nothing. */
const greeting = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);

/** A connection to the gRPC port on which nothing has been said yet. */
async function connectTo({ grpcAddress }: SharedServer): Promise<RawSocket> {
  return RawSocket.open(`http://${grpcAddress}`);
}

describe('what is no gRPC', () => {
  const server = useServer();
  const client = useGrpcClient(server);

  test.each([
    ['a request in HTTP/1.1', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a request to evaluate in HTTP/1.1', 'POST /evaluate/v1/variant HTTP/1.1\r\nHost: a\r\n\r\n{}'],
    ['the beginning of TLS', Buffer.from('16030100c4010000c00303', 'hex')],
    ['a line of text', 'EHLO pennon\r\n'],
    ['zeros', Buffer.alloc(10_000)],
    ['noise', Buffer.from(Array.from({ length: 10_000 }, (_, index) => (index * 7919) % 256))],
  ])('is closed: %s', async (_, bytes) => {
    const socket = await connectTo(server);
    socket.write(bytes);
    await socket.closed();
    expect(await client().call(batch, {})).toMatchObject({ message: { responses: [] } });
  });

  test('is harmless when it goes away in the middle', async () => {
    for (let length = 0; length < greeting.length; length++) {
      const socket = await connectTo(server);
      socket.write(greeting.subarray(0, length));
      socket.close();
    }
    expect(await client().call(batch, {})).toMatchObject({ message: { responses: [] } });
  });

  test('leaves nothing in the log that anyone must act on', () => {
    expect([...server.logged('WARN'), ...server.logged('ERROR')]).toEqual([]);
  });
});

describe('with few connections', () => {
  const server = useServer({ PENNON_SERVER_MAX_CONNECTIONS: '3' });

  test('one too many is closed at once, and one that ends makes room', async () => {
    const connections = [];
    for (let count = 0; count < 3; count++) {
      connections.push(await GrpcRawConnection.open(server.grpcAddress));
    }
    const surplus = await connectTo(server);
    await surplus.closed();
    for (const connection of connections) {
      expect(await connection.send(pathOf(batch), framed(Buffer.alloc(0)))).toMatchObject({
        grpcStatus: '0',
      });
    }
    // The other port has as many of its own.
    expect(await server.send({ path: '/health' })).toMatchObject({ status: 200 });

    connections.pop()?.close();
    await delay(100);
    const next = await GrpcRawConnection.open(server.grpcAddress);
    expect(await next.send(pathOf(batch), framed(Buffer.alloc(0)))).toMatchObject({ grpcStatus: '0' });
    for (const connection of [next, ...connections]) connection.close();
  });
});

describe('with few calls on a connection', () => {
  const server = useServer({ PENNON_SERVER_GRPC_MAX_CONCURRENT_STREAMS: '2' });
  const client = useGrpcClient(server);

  test('the rest waits, and all are answered', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, async () => client().call(batch, {})));
    expect(answers).toEqual(answers.map(() => ({ message: expect.objectContaining({ responses: [] }) })));
  });
});

describe('with an age that connections may reach', () => {
  const server = useServer({ PENNON_SERVER_GRPC_CONN_MAX_AGE: '500ms' });
  const client = useGrpcClient(server);

  test('an old connection is told to go', async () => {
    const { session } = await GrpcRawConnection.open(server.grpcAddress);
    const [code] = (await once(session, 'goaway')) as [number];
    expect(code).toBe(0);
    if (!session.closed) await once(session, 'close');
  });

  test('a client does not notice', async () => {
    const end = Date.now() + 3000;
    const work = async (): Promise<void> => {
      while (Date.now() < end) {
        expect(await client().call(batch, {})).toMatchObject({ message: { responses: [] } });
      }
    };
    await Promise.all(Array.from({ length: 5 }, work));
  });
});

describe('with an age that connections may reach, and little grace', () => {
  const server = useServer({
    PENNON_SERVER_GRPC_CONN_MAX_AGE: '500ms',
    PENNON_SERVER_GRPC_CONN_MAX_AGE_GRACE: '200ms',
  });
  const client = useGrpcClient(server);

  test('a stream is cut off, and its caller can begin another', async () => {
    for (let time = 0; time < 2; time++) {
      const stream = client().watch(grpcHealth.Health.method.watch, {});
      expect(await stream.next()).toMatchObject({ status: SERVING });
      expect(await stream.ended()).not.toMatchObject({ code: status.OK });
    }
  });
});

describe('with a time that connections may idle', () => {
  const server = useServer({ PENNON_SERVER_GRPC_CONN_MAX_IDLE_TIME: '500ms' });
  const client = useGrpcClient(server);

  test('an idle connection is closed, and its client opens another when it needs one', async () => {
    const connection = await GrpcRawConnection.open(server.grpcAddress);
    await connection.send(pathOf(batch), framed(Buffer.alloc(0)));
    expect(await client().call(batch, {})).toMatchObject({ message: { responses: [] } });
    await once(connection.session, 'close');
    await delay(300);
    expect(await client().call(batch, {})).toMatchObject({ message: { responses: [] } });
  });

  test('a connection that is used stays, and is closed when it is not used any more', async () => {
    const connection = await GrpcRawConnection.open(server.grpcAddress);
    const end = Date.now() + 2000;
    while (Date.now() < end) {
      expect(await connection.send(pathOf(batch), framed(Buffer.alloc(0)))).toMatchObject({
        grpcStatus: '0',
      });
      await delay(100);
    }
    expect(connection.session.closed).toBe(false);
    await once(connection.session, 'close');
  });
});

describe('with pings after a second of silence', () => {
  const server = useServer({
    PENNON_SERVER_GRPC_KEEPALIVE_TIME: '1s',
    PENNON_SERVER_GRPC_KEEPALIVE_TIMEOUT: '1s',
  });

  test('a peer that does not answer is given up, and one that does is not', async () => {
    const alive = await GrpcRawConnection.open(server.grpcAddress);
    const dead = await connectTo(server);
    dead.write(greeting);
    await dead.closed();
    expect(alive.session.closed).toBe(false);
    expect(await alive.send(pathOf(batch), framed(Buffer.alloc(0)))).toMatchObject({ grpcStatus: '0' });
    alive.close();
  });

  test.each([
    ['noise', Buffer.alloc(10_000, 0xa5)],
    ['a frame of 16 MiB, by its own account', Buffer.alloc(9, 0xff)],
  ])('a peer that sends %s after its greeting is told so, and given up', async (_, bytes) => {
    const socket = await connectTo(server);
    socket.write(Buffer.concat([greeting, bytes]));
    await socket.receives(/too large frame size/);
    await socket.closed();
  });
});
