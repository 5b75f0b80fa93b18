import { onServer } from '../../support/on-server';
import { invalidArgument, methodNotAllowed, notFound, outcomeOf } from '../../support/outcome';

const flags = '/api/v1/namespaces/default/flags';

onServer((server) => {
  test.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/colours',
    '/api/v1/rollouts',
    '/api/v1/flags/a/rollouts',
    '/api/v1/namespaces/default/flags/a/b',
    '/api/v1/namespaces/default/flags/a/rules/b/c',
    '/api/v1/namespaces/default/flags;a=b',
    '/evaluate/v1',
    '/evaluate/v1/colour',
    '/evaluate/v1/variant/a',
    '/internal/v1',
    '/auth/v1/colours',
    '/meta',
    '/meta/colours',
  ])('an unknown path of the API is not found: %s', async (path) => {
    expect(outcomeOf(await server.send({ path }))).toEqual(notFound('Not Found'));
    expect(outcomeOf(await server.send({ path, body: '{}' }))).toEqual(notFound('Not Found'));
  });

  test.each(['/ofrep', '/ofrep/', '/ofrep/v1/colours', '/ofrep/v1/evaluate/flags/a/b'])(
    'an unknown path of OFREP is not found, in its own words: %s',
    async (path) => {
      const json = { errorCode: 'FLAG_NOT_FOUND', errorDetails: 'Not Found' };
      const refused = { status: 404, contentType: 'application/json', json };
      expect(outcomeOf(await server.send({ path }))).toEqual(refused);
      expect(outcomeOf(await server.send({ path, body: '{}' }))).toEqual(refused);
    },
  );

  test.each([
    '/colours',
    '/api',
    '/api/v2/flags',
    '/API/V1/flags',
    '//api/v1/flags',
    '/api//v1/flags',
    '/evaluate',
    '/evaluate/v2/variant',
    '/metadata',
    '/favicon.ico',
    '/.env',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/api%00/v1/flags',
    '/api/v1\\flags',
  ])('a path outside the API is answered with a line of text: %s', async (path) => {
    const { status, headers, body } = await server.send({ path });
    expect([status, body.toString()]).toEqual([404, '404 page not found\n']);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  test.each([
    ['a list', flags, ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']],
    ['a flag', `${flags}/a`, ['POST', 'PATCH', 'OPTIONS']],
    ['the order of rules', `${flags}/a/rules/order`, ['POST', 'PATCH', 'OPTIONS']],
    ['variants, which have no list', `${flags}/a/variants`, ['GET', 'PUT', 'DELETE']],
    ['an evaluation', '/evaluate/v1/variant', ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
    ['a batch', '/evaluate/v1/batch', ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
    ['a legacy evaluation', '/api/v1/evaluate', ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
    ['the description of the instance', '/meta/info', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ])('a wrong verb is not implemented, on the path of %s', async (_, path, verbs) => {
    const outcomes = await Promise.all(
      verbs.map(async (verb) => [verb, outcomeOf(await server.send({ verb, path }))]),
    );
    expect(outcomes).toEqual(verbs.map((verb) => [verb, methodNotAllowed]));
  });

  test.each([flags, '/evaluate/v1/variant', '/meta/info'])(
    'HEAD is a wrong verb as well, answered without a body: %s',
    async (path) => {
      const { status, headers, body } = await server.send({ verb: 'HEAD', path });
      expect([status, headers['content-type'], body.length]).toEqual([501, 'application/json', 0]);
    },
  );

  test.each([
    ['an encoded slash, which is a slash', `${flags}/a%2Fb`, notFound('Not Found')],
    [
      'an encoded percent sign, which is decoded once',
      `${flags}/%2541`,
      notFound('flag "default/%41" not found'),
    ],
    ['a plus sign, which is no space', `${flags}/a+b`, notFound('flag "default/a+b" not found')],
    ['an encoded letter of the path itself', '/api/v1/n%61mespaces/x', notFound('namespace "x" not found')],
    ['letters beyond ASCII', `${flags}/%C3%A9`, notFound('flag "default/é" not found')],
    ['two dots, which are a key', `${flags}/..`, notFound('flag "." not found')],
    ['two encoded dots', `${flags}/%2e%2e`, notFound('flag "." not found')],
    ['two dots in the middle, which lead nowhere', '/api/v1/../v1/flags', notFound('Not Found')],
    [
      'a slash too many, which is an empty key',
      `${flags}//`,
      invalidArgument('invalid field key: must not be empty'),
    ],
    ['200 slashes', `${flags}${'/'.repeat(200)}`, notFound('Not Found')],
    [
      '100,000 letters',
      `${flags}/${'a'.repeat(100_000)}`,
      notFound(`flag "default/${'a'.repeat(100_000)}" not found`),
    ],
    ['100,000 segments', `/api/v1${'/a'.repeat(100_000)}`, notFound('Not Found')],
  ])('a path may hold %s', async (_, path, outcome) => {
    expect(outcomeOf(await server.send({ path }))).toEqual(outcome);
  });

  test('a request may name the whole URL', async () => {
    const answer = await server.send({ path: 'http://pennon.example/api/v1/namespaces?limit=1' });
    expect(answer.status).toBe(200);
  });

  test.each([`${flags}/%zz`, `${flags}/%`, `${flags}/%ff`, '/evaluate/v1/%zz', '/%zz'])(
    'a path that cannot be decoded is refused: %s',
    async (path) => {
      // The contract has no words for it.
      expect(outcomeOf(await server.send({ path }))).toEqual(invalidArgument(/./));
    },
  );
});
