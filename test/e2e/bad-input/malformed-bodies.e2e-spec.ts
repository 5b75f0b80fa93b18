import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { jsonOf } from '../../support/http';
import { onServer } from '../../support/on-server';
import { invalidArgument, unsupportedEncoding } from '../../support/outcome';
import { nestedArrays, nestedObjects, unclosedArrays } from './nested';
import { answersOfEveryRoute, bodyRoutes, everyRoute, everyRouteToNothing } from './routes';

const wrongType = invalidArgument('invalid values for key(s) in json body');
const cutOff = invalidArgument('unexpected EOF');
// These words are open.
const malformed = invalidArgument(/^malformed JSON body: ./);

onServer((server) => {
  test.each([
    ['a bare word as a value', '{"key": nope}', malformed],
    ['a bare word', 'nope', malformed],
    ['single quotes', "{'key': 'a'}", malformed],
    ['a comma too many', '{"key": "a",}', malformed],
    ['a closing bracket', '}', malformed],
    ['brackets that do not match', '{"key": "a"]', malformed],
    ['a line break in a string', '{"key": "a\nb"}', malformed],
    ['a form', 'key=a&name=b', malformed],
    ['a byte order mark', '\ufeff{}', malformed],
    ['bytes that are no UTF-8, before the value', Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), malformed],
    ['JSON cut off after a colon', '{"key":', cutOff],
    ['JSON cut off inside a string', '{"key": "a', cutOff],
    ['JSON cut off before the last bracket', '{"key": "a"', cutOff],
    ['10,000 brackets that never close', unclosedArrays, cutOff],
    ['an array', '[]', wrongType],
    ['a string', '"{}"', wrongType],
    ['a number', '5', wrongType],
    ['a boolean', 'true', wrongType],
    ['10,000 nested arrays', nestedArrays, wrongType],
  ])('every route refuses a body that is %s', async (_, body, refusal) => {
    expect(await answersOfEveryRoute(server, { body })).toEqual(everyRoute(refusal));
  });

  test.each([
    ['empty', ''],
    ['white space', ' \r\n\t'],
    ['an empty object', '{}'],
    ['an empty object before something else', '{} {"key": "a"} nonsense'],
    ['unknown members', '{"colour": "red", "nested": {"key": "a"}, "list": [1, null]}'],
    ['members named like those of every object', '{"__proto__": {"key": "a"}, "constructor": 1}'],
    ['nulls', '{"key": null, "name": null, "flagKey": null, "context": null, "requests": null}'],
    ['an unknown member of 10,000 arrays', `{"colour": ${nestedArrays}}`],
    ['an unknown member of 10,000 objects', `{"colour": ${nestedObjects}}`],
    ['10,000 nested objects', nestedObjects],
    ['an unknown member that is no UTF-8', Buffer.from('{"\xff\xfe": "\xc3"}', 'latin1')],
  ])('every route takes a body of %s for a message without fields', async (_, body) => {
    expect(await answersOfEveryRoute(server, { body })).toEqual(everyRouteToNothing);
  });

  test('null is refused, but on the routes of evaluation, which take it for a message without fields', async () => {
    const evaluations = bodyRoutes.filter(({ path }) => path.startsWith('/evaluate/v1/'));
    expect(await answersOfEveryRoute(server, { body: 'null' })).toEqual({
      ...everyRoute(wrongType),
      ...Object.fromEntries(evaluations.map(({ name, toNothing }) => [name, toNothing])),
    });
    expect((await server.send({ path: '/api/v1/batch-evaluate', body: ' null ' })).status).toBe(400);
    expect((await server.send({ path: '/ofrep/v1/evaluate/flags', body: 'null' })).status).toBe(400);
  });

  test('every route takes no body at all for a message without fields', async () => {
    expect(await answersOfEveryRoute(server, {})).toEqual(everyRouteToNothing);
  });

  const nothing = Buffer.from('{}');

  test.each([
    ['gzip', gzipSync(nothing)],
    ['GZIP', gzipSync(nothing)],
    ['br', brotliCompressSync(nothing)],
    ['deflate', deflateSync(nothing)],
    ['zstd', nothing],
    ['aes128gcm', nothing],
    ['gzip', nothing],
  ])('every route refuses a body in another encoding: %s', async (encoding, body) => {
    const refusal = unsupportedEncoding(encoding);
    for (const header of [encoding, `identity, ${encoding}`, `${encoding}, identity`])
      expect(await answersOfEveryRoute(server, { body, headers: { 'Content-Encoding': header } })).toEqual(
        everyRoute(refusal),
      );
    const answer = await server.send({
      path: '/ofrep/v1/evaluate/flags/a',
      body,
      headers: { 'Content-Encoding': encoding },
    });
    expect([answer.status, answer.headers['accept-encoding'], jsonOf(answer)]).toMatchObject([
      415,
      'identity',
      { errorCode: 'GENERAL', errorDetails: `Content-Encoding ${encoding} is not supported` },
    ]);
  });

  test.each(['identity', 'Identity', '', ',', 'identity, identity'])(
    'every route takes a body that is sent as it is: Content-Encoding %j',
    async (encoding) => {
      const headers = { 'Content-Encoding': encoding };
      expect(await answersOfEveryRoute(server, { body: '{}', headers })).toEqual(everyRouteToNothing);
    },
  );

  test('nothing of all this has changed anything', async () => {
    const [flags, namespaces] = await Promise.all([
      server.send({ path: '/api/v1/namespaces/default/flags' }),
      server.send({ path: '/api/v1/namespaces' }),
    ]);
    expect([jsonOf(flags), jsonOf(namespaces)]).toMatchObject([{ totalCount: 0 }, { totalCount: 1 }]);
  });
});
