import { addFlag } from '../../support/flags';
import { jsonRequest, type Answer } from '../../support/http';
import { onServer } from '../../support/on-server';
import { bulkRequest, flagRequest } from './requests';

const flags = '/ofrep/v1/evaluate/flags';

/** The whole of what an answer says. */
function whole({ status, headers, body }: Answer): unknown {
  return [status, headers['content-type'], body.toString()];
}

/** Every error body ends with a newline. @param key Of the flag, if the body is to name it. */
function error(status: number, errorCode: string, errorDetails: string, key?: string): unknown {
  const body = JSON.stringify({ key, errorCode, errorDetails });
  return [status, 'application/json', `${body}\n`];
}

function wrongType(key?: string): unknown {
  return error(400, 'INVALID_CONTEXT', 'invalid values for key(s) in json body', key);
}

/** Paths, and the key of the flag that each names. */
const named = [
  [flags, undefined],
  [`${flags}/banner`, 'banner'],
  [`${flags}/caf%C3%A9`, 'café'],
] as const;

describe.each(['flipt', 'openfeature'])('in the dialect %s', (dialect) => {
  /** The key as an error has it that comes before the flag is looked for: Flipt leaves it out. */
  const keyOf = (key: string | undefined): string | undefined => (dialect === 'flipt' ? undefined : key);

  onServer(
    (server) => {
      beforeAll(async () => {
        await addFlag(server, { key: 'banner' });
      });

      test.each([
        ['gone', 'gone'],
        ['caf%C3%A9', 'café'],
        ['%22', '"'],
      ])('a flag that is missing is named: %s', async (path, key) => {
        expect(whole(await server.send(flagRequest(path, {})))).toEqual(
          error(404, 'FLAG_NOT_FOUND', `flag was not found ${key}`, key),
        );
      });

      test('a path whose first letters are escaped is one of OFREP too', async () => {
        const path = '/%6ffrep/v1/evaluate/flags/gone';
        expect(whole(await server.send({ path, body: '{}' }))).toEqual(
          error(404, 'FLAG_NOT_FOUND', 'flag was not found gone', 'gone'),
        );
        expect(whole(await server.send({ path, body: '5' }))).toEqual(wrongType(keyOf('gone')));
      });

      test.each<[string, string]>([
        ['a number', '5'],
        ['a list', '[]'],
        ['a text', '"context"'],
        ['a context that is a list', '{"context": []}'],
        ['a context that is a text', '{"context": "a"}'],
        ['a context that is a number', '{"context": 5}'],
      ])('a body of the wrong type is refused: %s', async (_, body) => {
        for (const [path, key] of named) {
          expect(whole(await server.send({ path, body }))).toEqual(wrongType(keyOf(key)));
        }
      });

      test('a key of the wrong type in the body is refused', async () => {
        expect(whole(await server.send({ path: `${flags}/banner`, body: '{"key": 5}' }))).toEqual(
          wrongType(keyOf('banner')),
        );
      });

      test.each(named)('a body that ends early is refused: %s', async (path, key) => {
        expect(whole(await server.send({ path, body: '{' }))).toEqual(
          error(400, 'INVALID_CONTEXT', 'unexpected EOF', keyOf(key)),
        );
      });

      test('a path whose key is empty is refused', async () => {
        expect(whole(await server.send({ path: `${flags}//`, body: '{}' }))).toEqual(
          error(400, 'INVALID_CONTEXT', 'flag key was not provided', keyOf('')),
        );
      });

      test.each<[string, string, string | undefined]>([
        ['GET', `${flags}/banner`, 'banner'],
        ['PUT', `${flags}/banner`, 'banner'],
        ['GET', flags, undefined],
        ['DELETE', flags, undefined],
        ['POST', '/ofrep/v1/configuration', undefined],
      ])('a path has one verb, which is not %s %s', async (verb, path, key) => {
        const status = dialect === 'flipt' ? 501 : 405;
        expect(whole(await server.send({ verb, path }))).toEqual(
          error(status, 'GENERAL', 'Method Not Allowed', keyOf(key)),
        );
      });

      test.each<[string, string | undefined]>([
        ['/ofrep/v1/nope', undefined],
        ['/ofrep/v1/evaluate', undefined],
        ['/ofrep/v2/evaluate/flags', undefined],
        [`${flags}/a%2Fb`, 'a/b'],
        [`${flags}/a/b`, 'a/b'],
      ])('there is nothing else: %s', async (path, key) => {
        expect(whole(await server.send({ path, body: '{}' }))).toEqual(
          error(404, 'FLAG_NOT_FOUND', 'Not Found', keyOf(key)),
        );
      });

      test('a path that cannot be decoded names the flag as it was sent', async () => {
        const answer = await server.send({ path: `${flags}/100%`, body: '{}' });
        const details = 'the path holds an invalid percent-encoding';
        expect(whole(answer)).toEqual(error(400, 'INVALID_CONTEXT', details, keyOf('100%')));
      });

      test('errors can be pretty, too', async () => {
        const { body } = await server.send({ path: `${flags}/gone?pretty`, body: '{}' });
        expect(body.toString()).toBe(
          '{\n  "key": "gone",\n  "errorCode": "FLAG_NOT_FOUND",\n  "errorDetails": "flag was not found gone"\n}\n',
        );
      });
    },
    { PENNON_OFREP_DIALECT: dialect },
  );
});

describe('with a limit of 1 KiB on bodies and of 2 on batches', () => {
  onServer(
    (server) => {
      beforeAll(async () => {
        await addFlag(server, { key: 'a', type: 'BOOLEAN_FLAG_TYPE' });
      });

      test('a bulk call may name two flags, and not three', async () => {
        expect(await server.send(bulkRequest({ flags: 'a,a' }))).toMatchObject({ status: 200 });
        const { status, body } = await server.send(bulkRequest({ flags: 'a,a,a' }));
        expect([status, JSON.parse(body.toString())]).toEqual([
          400,
          {
            errorCode: 'INVALID_CONTEXT',
            errorDetails: expect.stringMatching(/^invalid field .*: must not contain more than 2 elements$/),
          },
        ]);
      });

      test('a bulk call that names none gets more than that all the same', async () => {
        await addFlag(server, { key: 'b' });
        await addFlag(server, { key: 'c' });
        const { body } = await server.send(bulkRequest({}));
        expect((JSON.parse(body.toString()) as { flags: unknown[] }).flags).toHaveLength(3);
      });

      test.each(named)('a body that is larger is refused: %s names the flag %s', async (path, key) => {
        const request = jsonRequest('POST', path, { context: { padding: 'x'.repeat(1024) } });
        const answer = await server.send(request);
        expect(whole(answer)).toEqual(
          error(413, 'GENERAL', 'the request body is larger than 1024 bytes', key),
        );
        expect(answer.headers).not.toHaveProperty('retry-after');
      });
    },
    {
      PENNON_SERVER_MAX_BODY_BYTES: '1KiB',
      PENNON_EVALUATION_MAX_BATCH_SIZE: '2',
      PENNON_OFREP_DIALECT: 'openfeature',
    },
  );
});
