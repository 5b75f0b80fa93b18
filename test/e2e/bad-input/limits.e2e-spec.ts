import { jsonRequest } from '../../support/http';
import { onServer } from '../../support/on-server';
import { invalidArgument, outcomeOf, tooLarge, success } from '../../support/outcome';
import { RawSocket } from '../../support/raw-socket';
import { answersOfEveryRoute, everyRoute, everyRouteToNothing } from './routes';

const MIB = 1024 * 1024;

/** A JSON body of that many bytes: an empty object, and white space. */
function bodyOfSize(bytes: number): string {
  return '{}'.padEnd(bytes);
}

/** The head of a request with a body of that many bytes, without the line that ends it. */
function headOf(length: number): string {
  return `POST /evaluate/v1/boolean HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n`;
}

const waysToSend = [
  ['with its length', false],
  ['in chunks', true],
] as const;

describe('with a limit of 1 KiB on bodies and of 2 on batches', () => {
  onServer(
    (server) => {
      test.each(waysToSend)('a body of just that size is read, sent %s', async (_, chunked) => {
        const answers = await answersOfEveryRoute(server, { body: bodyOfSize(1024), chunked });
        expect(answers).toEqual(everyRouteToNothing);
      });

      test.each(waysToSend)('a body of one byte more is refused, sent %s', async (_, chunked) => {
        const answers = await answersOfEveryRoute(server, { body: bodyOfSize(1025), chunked });
        expect(answers).toEqual(everyRoute(tooLarge('the request body is larger than 1024 bytes')));
      });

      test('the refusal asks nobody to try again', async () => {
        const { headers } = await server.send({ path: '/evaluate/v1/boolean', body: bodyOfSize(1025) });
        expect(headers).not.toHaveProperty('retry-after');
      });

      test('a caller who asks first is refused before it sends anything, and otherwise invited', async () => {
        const ask = async (length: number): Promise<RawSocket> => {
          const socket = await RawSocket.open(server.url);
          socket.write(`${headOf(length)}Expect: 100-continue\r\n\r\n`);
          return socket;
        };
        const tooLong = await ask(1025);
        await tooLong.closed();
        expect(tooLong.received).toMatch(/^HTTP\/1\.1 413 [^]*Connection: close/);
        const short = await ask(2);
        await short.receives(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
        short.write('{}');
        await short.receives(/\r\n\r\nHTTP\/1\.1 404 /);
        short.close();
      });

      test('a caller who sends at once is answered before the end, and goes on after it', async () => {
        const socket = await RawSocket.open(server.url);
        socket.write(`${headOf(2000)}\r\n{`);
        await socket.receives(/^HTTP\/1\.1 413 /);
        socket.write(' '.repeat(1999));
        socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
        await socket.receives(/HTTP\/1\.1 200 .*SERVING/s);
        socket.close();
      });

      test.each(['/evaluate/v1/batch', '/api/v1/batch-evaluate'])('%s takes a batch of two', async (path) => {
        const batch = { excludeNotFound: true, requests: [{ flagKey: 'a' }, { flagKey: 'b' }] };
        expect(outcomeOf(await server.send(jsonRequest('POST', path, batch)))).toEqual(
          success(expect.objectContaining({ responses: expect.any(Array) })),
        );
      });

      test.each(['/evaluate/v1/batch', '/api/v1/batch-evaluate'])(
        '%s refuses a batch of three',
        async (path) => {
          const batch = { excludeNotFound: true, requests: [{}, {}, {}] };
          expect(outcomeOf(await server.send(jsonRequest('POST', path, batch)))).toEqual(
            invalidArgument('invalid field requests: must not contain more than 2 elements'),
          );
        },
      );
    },
    { PENNON_SERVER_MAX_BODY_BYTES: '1KiB', PENNON_EVALUATION_MAX_BATCH_SIZE: '2' },
  );
});

describe('with the limits a server has by default', () => {
  onServer((server) => {
    test.each(waysToSend)('a body of 8 MiB is read, sent %s', async (_, chunked) => {
      const answers = await answersOfEveryRoute(server, { body: bodyOfSize(8 * MIB), chunked });
      expect(answers).toEqual(everyRouteToNothing);
    });

    test.each(waysToSend)('a body of 9 MiB is refused, sent %s', async (_, chunked) => {
      const answers = await answersOfEveryRoute(server, { body: bodyOfSize(9 * MIB), chunked });
      expect(answers).toEqual(everyRoute(tooLarge('the request body is larger than 8388608 bytes')));
    });

    test.each([
      ['PATCH', '/evaluate/v1/variant', 501],
      ['PATCH', '/api/v1/flags', 405],
      ['POST', '/evaluate/v1/nothing', 404],
      ['POST', '/nothing', 404],
    ])(
      '%s %s with a body of 9 MiB, which nobody reads, gets its answer every time',
      async (verb, path, status) => {
        for (let time = 0; time < 20; time++) {
          expect(await server.send({ verb, path, body: bodyOfSize(9 * MIB) })).toMatchObject({ status });
        }
      },
    );
  });
});
