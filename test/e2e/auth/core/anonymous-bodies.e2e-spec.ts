import { errorDetailsOf, methodOf } from '../../../support/outcome';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { create, toBinary } from '@bufbuild/protobuf';
import { flipt, fliptEvaluation } from '@pennon/proto';
import { authEnv, withTokens } from '../../../support/auth-server';
import { pathOf } from '../../../support/grpc-client';
import { answerTo, framed, GrpcRawConnection, type RawAnswer } from '../../../support/grpc-raw-connection';
import { onServer } from '../../../support/on-server';
import { RawSocket } from '../../../support/raw-socket';

const KIB = 1024;
const MIB = 1024 * KIB;

const { createFlag } = flipt.Flipt.method;
const { variant } = fliptEvaluation.EvaluationService.method;

/** Routes of management, of evaluation and of OFREP. */
const paths = ['/api/v1/namespaces/default/flags', '/evaluate/v1/variant', '/ofrep/v1/evaluate/flags/a'];

const waysToSend = [
  ['with its length', false],
  ['in chunks', true],
] as const;

const refusal = 'request was not authenticated';

onServer(
  (shared) => {
    const server = withTokens(shared);

    describe.each(paths)('a body of somebody without a credential at %s', (path) => {
      test.each(waysToSend)('is read up to 64 KiB, sent %s', async (_, chunked) => {
        const whole = await server.send({ path, body: '{}'.padEnd(64 * KIB), chunked });
        const broken = await server.send({ path, body: '{'.padEnd(64 * KIB), chunked });
        expect([whole.status, broken.status]).toEqual([401, 400]);
      });

      test.each(waysToSend)('is not read beyond, sent %s', async (_, chunked) => {
        for (const bytes of [64 * KIB + 1, 8 * MIB, 9 * MIB]) {
          const { asked, status, headers, body } = await server.send({
            path,
            body: '{'.padEnd(bytes),
            chunked,
          });
          const error = path.startsWith('/ofrep/')
            ? { errorCode: 'GENERAL', errorDetails: refusal }
            : { code: 16, message: refusal, details: errorDetailsOf(methodOf(asked)) };
          expect([status, JSON.parse(body.toString())]).toEqual([401, error]);
          expect(headers['www-authenticate']).toBe(path.startsWith('/ofrep/') ? undefined : 'Bearer');
        }
      });

      test.each([
        ['another scheme', { Authorization: 'Basic eA==' }],
        ['a JWT when none are taken', { Authorization: 'JWT a.b.c' }],
        ['another cookie', { Cookie: 'session=a' }],
      ])('is not read either for %s', async (_, headers) => {
        expect((await server.send({ path, body: '{'.padEnd(MIB), headers })).status).toBe(401);
      });

      test.each(['', 'Expect: 100-continue\r\n'])(
        'is refused before it has come, sent with "%s"',
        async (line) => {
          const socket = await RawSocket.open(server.url);
          socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n${line}\r\n`);
          await socket.receives(/^HTTP\/1\.1 401 /);
          socket.close();
        },
      );

      test('is not taken for the requests that follow', async () => {
        const hidden = 'GET /meta/info HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10_000);
        const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n\r\n`;
        const next = 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
        const socket = await RawSocket.open(server.url);
        socket.write(head + hidden + head + hidden + next);
        await socket.closed();
        expect(socket.received.match(/HTTP\/1\.1 \d+/g)).toEqual([
          'HTTP/1.1 401',
          'HTTP/1.1 401',
          'HTTP/1.1 200',
        ]);
        expect(socket.received).toMatch(/\{"status":"SERVING"\}\n$/);
      });

      test('is read for a caller who shows a token', async () => {
        const { status, body } = await server.as().send({ path, body: '{'.padEnd(8 * MIB) });
        expect([status, body.toString()]).toEqual([400, expect.stringContaining('unexpected EOF')]);
      });
    });

    test('a session cookie is a credential, so its body is read', async () => {
      const headers = { Cookie: `service_client_token=${server.bootstrapToken}` };
      expect((await server.send({ path: paths[0] ?? '', body: '{'.padEnd(MIB), headers })).status).toBe(400);
    });

    describe.each([createFlag, variant])(
      'a gRPC message of somebody without a credential: $name',
      (method) => {
        let connection: GrpcRawConnection;

        beforeAll(async () => {
          connection = await GrpcRawConnection.open(server.grpcAddress);
        });

        afterAll(() => {
          connection.close();
        });

        const unauthenticated = { grpcStatus: '16', grpcMessage: encodeURI(refusal) };

        async function send(body: Uint8Array, headers = {}): Promise<RawAnswer> {
          return connection.send(pathOf(method), body, headers);
        }

        test('is read up to 64 KiB', async () => {
          const bytes = toBinary(method.input, create(method.input));
          expect(await send(framed(bytes))).toMatchObject(unauthenticated);
          expect(await send(framed(Buffer.alloc(64 * KIB, 0xff)))).toMatchObject({ grpcStatus: '3' });
        });

        test('is not read beyond', async () => {
          expect(await send(framed(Buffer.alloc(64 * KIB + 1, 0xff)))).toMatchObject(unauthenticated);
        });

        test('is refused before it has come', async () => {
          const stream = connection.begin(pathOf(method));
          stream.write(framed(Buffer.alloc(MIB)).subarray(0, 100));
          const [headers] = await once(stream, 'response');
          expect(headers).toMatchObject({ 'grpc-status': '16' });
          stream.end();
          await answerTo(stream);
        });

        test('is not decompressed', async () => {
          const body = framed(gzipSync(Buffer.alloc(MIB, 0xff)), { compressed: true });
          expect(await send(body, { 'grpc-encoding': 'gzip' })).toMatchObject(unauthenticated);
        });

        test('is read for a caller who shows a token', async () => {
          const headers = { authorization: `Bearer ${server.bootstrapToken}` };
          expect(await send(framed(Buffer.alloc(MIB, 0xff)), headers)).toMatchObject({ grpcStatus: '3' });
        });

        test('is counted once', async () => {
          const before = await refusalsOf(method.name);
          await send(framed(Buffer.alloc(MIB)));
          expect(await refusalsOf(method.name)).toBe(before + 1);
        });
      },
    );

    async function refusalsOf(rpc: string): Promise<number> {
      const { body } = await server.send({ path: '/metrics' });
      const lines = body.toString().split('\n');
      const line = lines.find((each) => each.includes(`"${rpc}"`) && /UNAUTHENTICATED/i.test(each));
      return Number(line?.split(' ').at(-1) ?? 0);
    }
  },
  { ...authEnv, PENNON_AUTHENTICATION_RATE_LIMIT_FAILURES: '0' },
);
