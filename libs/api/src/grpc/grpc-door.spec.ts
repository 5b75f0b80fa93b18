import { once } from 'node:events';
import { constants } from 'node:http2';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Client, credentials, Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { Controller, Logger, Module, type INestApplicationContext } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { loadConfig } from '@pennon/config';
import { Observable, of, Subject, throwError } from 'rxjs';
import { framed, GrpcRawConnection } from '../../../../test/support/grpc-raw-connection';
import {
  type Flag,
  FlagSchema,
  Flipt,
  type GetFlagRequest,
  Health,
  type HealthCheckRequest,
  type HealthCheckResponse,
  HealthCheckResponseSchema,
} from '@pennon/proto';
import { Rpc } from '../rpc/rpc';
import { OpenGate } from '../rpc/gate';
import { ServedRpcs } from '../rpc/served-rpcs';
import { RpcRegistry } from '../rpc/rpc-registry';
import { GrpcDoor } from './grpc-door';

const { config } = loadConfig({
  env: { HOME: '/nonexistent', PENNON_SERVER_GRPC_PORT: '0', PENNON_SERVER_HOST: '127.0.0.1' },
  root: '/nonexistent',
});

/** What the stream of `Watch` is made of, by the name of the service; a test sends through the subject. */
const subject = new Subject<HealthCheckResponse>();

@Controller()
class TestController {
  @Rpc(Flipt.method.getFlag)
  getFlag({ key }: GetFlagRequest): Flag {
    if (key === 'bug') throw new TypeError('password=hunter2');
    return create(FlagSchema, { key });
  }

  @Rpc(Flipt.method.deleteFlag)
  async deleteFlag(): Promise<Empty> {
    return Promise.reject(new TypeError('password=hunter2'));
  }

  @Rpc(Flipt.method.deleteSegment)
  async deleteSegment(): Promise<Empty> {
    return Promise.resolve(create(EmptySchema));
  }

  @Rpc(Health.method.watch)
  watch({ service }: HealthCheckRequest): Observable<HealthCheckResponse> {
    switch (service) {
      case 'bug':
        throw new TypeError('password=hunter2');
      case 'late bug':
        return throwError(() => new TypeError('password=hunter2'));
      case 'short':
        return of(create(HealthCheckResponseSchema), create(HealthCheckResponseSchema));
      default:
        return subject;
    }
  }
}

const servedRpcs = new ServedRpcs([Flipt, Health]);
const gate = new OpenGate();

@Module({
  imports: [DiscoveryModule],
  controllers: [TestController],
  providers: [RpcRegistry, { provide: ServedRpcs, useValue: servedRpcs }],
})
class TestModule {}

let app: INestApplicationContext;
let door: GrpcDoor;
let client: Client;

beforeEach(async () => {
  app = await NestFactory.createApplicationContext(TestModule, { logger: false, abortOnError: false });
  door = new GrpcDoor(config.server, app.get(RpcRegistry), gate, servedRpcs);
  await promisify(door.listen.bind(door))();
  const { port = 0 } = door.address ?? {};
  client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
  });
});

afterEach(async () => {
  client.close();
  await door.close();
  await app.close();
});

/** The bytes of a message whose first field is that text. */
function textMessage(text: string): Buffer {
  return Buffer.from(`\x0a${String.fromCharCode(text.length)}${text}`);
}

function same(bytes: Buffer): Buffer {
  return bytes;
}

/** The answer to a call, or its error. */
async function call(path: string, bytes: Buffer = Buffer.alloc(0)): Promise<Buffer | ServiceError> {
  return new Promise((resolve) => {
    client.makeUnaryRequest(path, same, same, bytes, (error, answer) => {
      resolve(error ?? answer ?? Buffer.alloc(0));
    });
  });
}

/** The error of a call with so many messages, whatever the RPC says that it takes. */
async function callWith(path: string, ...messages: readonly Buffer[]): Promise<ServiceError | undefined> {
  return new Promise((resolve) => {
    const stream = client.makeClientStreamRequest(path, same, same, (error) => {
      resolve(error ?? undefined);
    });
    for (const message of messages) stream.write(message);
    stream.end();
  });
}

/** How many messages a stream had, and how it ended. */
async function drain(
  service: string,
): Promise<{ readonly count: number; readonly code: status; readonly details: string }> {
  return new Promise((resolve) => {
    let count = 0;
    client
      .makeServerStreamRequest('/grpc.health.v1.Health/Watch', same, same, textMessage(service))
      .on('data', () => count++)
      .on('error', () => undefined)
      .on('status', ({ code, details }) => {
        resolve({ count, code, details });
      });
  });
}

/** What a call brings before its messages and with its end. @param id What its caller calls it. */
async function listen(path: string, bytes: Buffer, id: string): Promise<[Metadata, StatusObject]> {
  const given = new Metadata();
  given.set('x-request-id', id);
  return new Promise((resolve) => {
    let metadata = new Metadata();
    client
      .makeServerStreamRequest(path, same, same, bytes, given)
      .on('metadata', (received) => {
        metadata = received;
      })
      .on('data', () => undefined)
      .on('error', () => undefined)
      .on('status', (ending) => {
        resolve([metadata, ending]);
      });
  });
}

describe('the gRPC door', () => {
  it('hands the message to the handler, and answers with what that returns', async () => {
    expect(await call('/flipt.Flipt/GetFlag', textMessage('checkout'))).toEqual(textMessage('checkout'));
    expect(await call('/flipt.Flipt/DeleteSegment', textMessage('a'))).toEqual(Buffer.alloc(0));
  });

  it.each([
    ['without a message', [], 'no message to an RPC that takes one'],
    [
      'with two messages',
      [textMessage('a'), textMessage('b')],
      'more than one message to an RPC that takes one',
    ],
  ])('refuses a call %s', async (_, messages, details) => {
    const error = await callWith('/flipt.Flipt/GetFlag', ...messages);
    expect(error).toMatchObject({ code: status.UNIMPLEMENTED, details });
  });

  it('outlives a gate that fails when it hears of a refusal', async () => {
    jest.spyOn(gate, 'refused').mockImplementationOnce(() => {
      throw new TypeError('password=hunter2');
    });
    expect(await call('/flipt.Flipt/GetFlag', textMessage('bug'))).toMatchObject({
      code: status.UNKNOWN,
      details: 'internal error',
    });
    expect(await call('/flipt.Flipt/DeleteSegment', textMessage('a'))).toEqual(Buffer.alloc(0));
  });

  it('says of an RPC that is known that it is not offered', async () => {
    expect(await call('/flipt.Flipt/ListFlags')).toMatchObject({
      code: status.UNIMPLEMENTED,
      details: 'ListFlags is not offered here',
    });
  });

  it.each([
    ['/flipt.Flipt/GetFlag', 'bug'],
    ['/grpc.health.v1.Health/Watch', 'bug'],
    ['/grpc.health.v1.Health/Watch', 'late bug'],
  ])('names a request that fails in the answer and in the log: %s, %s', async (path, text) => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const [metadata, ending] = await listen(path, textMessage(text), 'request-1');
    expect([...metadata.get('x-request-id'), ...ending.metadata.get('x-request-id')]).toContain('request-1');
    const line = { err: expect.any(TypeError), req: { id: 'request-1', rpc: path } };
    expect(logged.mock.calls).toEqual([[line, 'request failed']]);
    logged.mockRestore();
  });

  it.each([
    ['a handler throws', '/flipt.Flipt/GetFlag', 'bug'],
    ['a promise is rejected', '/flipt.Flipt/DeleteFlag', 'a'],
  ])('says nothing of a bug of ours when %s', async (_, path, text) => {
    expect(await call(path, textMessage(text))).toMatchObject({
      code: status.INTERNAL,
      details: 'internal error',
    });
  });
});

describe('a stream', () => {
  it('names its request before its messages', async () => {
    const [metadata] = await listen('/grpc.health.v1.Health/Watch', textMessage('short'), 'request-1');
    expect(metadata.get('x-request-id')).toEqual(['request-1']);
  });

  it('ends when the handler has said all', async () => {
    expect(await drain('short')).toMatchObject({ count: 2, code: status.OK });
  });

  it.each(['bug', 'late bug'])('says nothing of a bug of ours: %s', async (service) => {
    expect(await drain(service)).toEqual({ count: 0, code: status.INTERNAL, details: 'internal error' });
  });

  it('is left alone by its handler when the caller goes away', async () => {
    const streams = Array.from({ length: 50 }, () =>
      client
        .makeServerStreamRequest('/grpc.health.v1.Health/Watch', same, same, textMessage('long'))
        .on('error', () => undefined),
    );
    const begun = streams.map(async (stream) => new Promise((resolve) => stream.once('data', resolve)));
    const sending = setInterval(() => {
      subject.next(create(HealthCheckResponseSchema));
    }, 5);
    await Promise.all(begun);
    clearInterval(sending);
    expect(subject.observed).toBe(true);
    for (const stream of streams) stream.cancel();
    while (subject.observed) await call('/flipt.Flipt/DeleteSegment', textMessage('a'));
  });

  it('ends with the door, whose end waits for nothing else', async () => {
    const ended = drain('long');
    while (!subject.observed) await call('/flipt.Flipt/DeleteSegment', textMessage('a'));
    await door.end(0, 600_000);
    expect(await ended).toEqual({
      count: 0,
      code: status.UNAVAILABLE,
      details: 'the service is NOT_SERVING',
    });
    expect(door.address).toBeUndefined();
    expect(subject.observed).toBe(false);
  });
});

it('answers what was sent before its end was heard of', async () => {
  const connection = await GrpcRawConnection.open(`127.0.0.1:${door.address?.port}`);
  const goaway = once(connection.session, 'goaway');
  const ask = async (key: string): ReturnType<typeof connection.send> =>
    connection.send('/flipt.Flipt/GetFlag', framed(textMessage(key)));
  await ask('early');
  const answer = ask('late');
  // The client sends in the turn after this one, and the door hears of it in the one after that.
  await nextTurn();
  const ended = door.end(600_000, 600_000);
  expect(await answer).toMatchObject({ status: 200, grpcStatus: '0' });
  expect(await goaway).toEqual([constants.NGHTTP2_NO_ERROR, 2 ** 31 - 1, undefined]);
  await ended;
  connection.close();
});
