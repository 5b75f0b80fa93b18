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

  test.each<[what: string, path: string, verbs: string, status: 405 | 501]>([
    ['a list', flags, 'GET, POST', 405],
    ['a list without a namespace', '/api/v1/flags', 'GET, POST', 405],
    ['a flag', `${flags}/a`, 'GET, PUT, DELETE', 405],
    ['the order of rules', `${flags}/a/rules/order`, 'PUT, GET, DELETE', 405],
    ['variants, which have no list', `${flags}/a/variants`, 'POST', 405],
    ['a legacy evaluation', '/api/v1/evaluate', 'POST', 405],
    ['tokens', '/auth/v1/tokens', 'GET', 405],
    ['a token', '/auth/v1/tokens/a', 'GET, DELETE', 405],
    ['the end of a session', '/auth/v1/self/expire', 'PUT', 405],
    ['audit events', '/audit/v1/events', 'GET', 405],
    ['changes', '/api/v1/namespaces/default/changes', 'GET, POST', 405],
    ['the description of the instance', '/meta/info', 'GET', 405],
    ['the description of the API', '/openapi.json', 'GET', 405],
    ['health', '/health', 'GET, HEAD', 405],
    ['readiness', '/health/ready', 'GET, HEAD', 405],
    ['metrics', '/metrics', 'GET, HEAD', 405],
    ['the dashboard', '/', 'GET, HEAD', 405],
    ['an evaluation', '/evaluate/v1/variant', 'POST', 501],
    ['a batch', '/evaluate/v1/batch', 'POST', 501],
    ['a snapshot', '/internal/v1/evaluation/snapshot/namespace/default', 'GET', 501],
  ])('a verb that a path does not have is told those it has: %s', async (_, path, verbs, status) => {
    const has = verbs.split(', ');
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].filter(
      (verb) => !has.includes(verb),
    );
    for (const verb of others) {
      const answer = await server.send({ verb, path });
      expect([verb, outcomeOf(answer)]).toEqual([verb, methodNotAllowed(status)]);
      expect(new Set(answer.headers.allow?.split(', '))).toEqual(new Set([...has, 'OPTIONS']));
    }
    const { headers, body, ...options } = await server.send({ verb: 'OPTIONS', path });
    expect([options.status, body.length, headers['content-length']]).toEqual([204, 0, undefined]);
    expect(new Set(headers.allow?.split(', '))).toEqual(new Set([...has, 'OPTIONS']));
  });

  test.each([
    [flags, 405],
    ['/meta/info', 405],
    ['/evaluate/v1/variant', 501],
  ])('HEAD is a wrong verb as well, answered without a body: %s', async (path, expected) => {
    const { status, headers, body } = await server.send({ verb: 'HEAD', path });
    expect([status, headers['content-type'], body.length]).toEqual([expected, 'application/json', 0]);
  });

  test.each(['/api/v1/colours', '/colours', '/assets/colours.js'])(
    'OPTIONS of a path that is unknown is not found: %s',
    async (path) => {
      expect((await server.send({ verb: 'OPTIONS', path })).status).toBe(404);
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
      // Flipt has no words for it.
      expect(outcomeOf(await server.send({ path }))).toEqual(invalidArgument(/./));
    },
  );
});
