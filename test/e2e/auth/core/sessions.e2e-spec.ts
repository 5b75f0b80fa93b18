import { useAuthServer } from '../../../support/auth-server';
import { jsonOf, type Answer, type Request } from '../../../support/http';

const server = useAuthServer({ PENNON_AUTHENTICATION_SESSION_CSRF_TRUSTED_ORIGINS: 'https://admin.example' });

/** A request of a browser that has a session with that token. */
async function browse(token: string, request: Request): Promise<Answer> {
  const headers = { Cookie: `service_client_token=${token}`, ...request.headers };
  return server.send({ ...request, headers });
}

/** The cookies that an answer sets, in pieces. */
function cookiesOf({ headers }: Answer): readonly (readonly string[])[] {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split('; '));
}

const cleared = [
  ['service_client_token=', 'Max-Age=0', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict'],
  ['flipt_client_token=', 'Max-Age=0', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict'],
];

describe('the session cookies', () => {
  test.each([
    ['GET', '/auth/v1/self'],
    ['GET', '/auth/v1/tokens'],
    ['GET', '/auth/v1/tokens/x'],
    ['DELETE', '/auth/v1/tokens/x'],
  ])('are cleared by a 401 of %s %s', async (verb, path) => {
    const answer = await browse('ended', { verb, path });
    expect(answer.status).toBe(401);
    expect(cookiesOf(answer)).toEqual(cleared);
  });

  test('are cleared by a 401 of a browser that has the cookie of Flipt’s name', async () => {
    const headers = { Cookie: 'flipt_client_token=ended' };
    expect(cookiesOf(await server.send({ path: '/auth/v1/self', headers }))).toEqual(cleared);
  });

  test.each([
    '/api/v1/namespaces',
    '/meta/info',
    '/ofrep/v1/configuration',
    '/internal/v1/evaluation/snapshot/namespace/default',
  ])('are not cleared by a 401 of %s', async (path) => {
    const answer = await browse('ended', { path });
    expect([answer.status, cookiesOf(answer)]).toEqual([401, []]);
  });

  test('are not cleared by a 401 to somebody without', async () => {
    const answer = await server.as('ended').send({ path: '/auth/v1/self' });
    expect([answer.status, cookiesOf(answer)]).toEqual([401, []]);
  });

  test('are not cleared by a 404', async () => {
    const answer = await browse(server.bootstrapToken, { path: '/auth/v1/tokens/absent' });
    expect([answer.status, cookiesOf(answer)]).toEqual([404, []]);
  });

  test('are cleared by logging out, which ends the session at the server', async () => {
    const { clientToken } = await server.issue({});
    const answer = await browse(clientToken, { verb: 'PUT', path: '/auth/v1/self/expire', body: '{}' });
    expect([answer.status, answer.body.toString(), cookiesOf(answer)]).toEqual([200, '{}', cleared]);
    expect((await browse(clientToken, { path: '/auth/v1/self' })).status).toBe(401);
    expect((await server.as(clientToken).send({ path: '/auth/v1/self' })).status).toBe(401);
  });

  test('are cleared by logging out when there is nothing left to end', async () => {
    const answer = await browse('ended', { verb: 'PUT', path: '/auth/v1/self/expire' });
    expect(answer.status).toBe(401);
    expect(cookiesOf(answer).slice(0, 2)).toEqual(cleared);
  });

  test('may hold any token', async () => {
    const { clientToken, authentication } = await server.issue({});
    const answer = await browse(clientToken, { path: '/auth/v1/self' });
    expect(jsonOf(answer)).toMatchObject({ id: authentication.id });
  });
});

describe('cross-site request forgery', () => {
  const write: Request = { verb: 'POST', path: '/api/v1/namespaces', body: '{"key":"","name":""}' };
  const denial =
    '{"code":7,"message":"cross-origin request refused: the session is for this site alone","details":[]}';

  test.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
    [{ 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'text/plain' }],
    [{ Origin: 'https://evil.example' }],
    [{ Origin: 'null' }],
    [{ 'Sec-Fetch-Site': 'cross-site', 'Grpc-Metadata-Sec-Fetch-Site': 'same-origin' }],
    [{ 'Sec-Fetch-Site': 'cross-site', 'X-HTTP-Method-Override': 'GET' }],
  ])('a session is refused: %o', async (headers) => {
    const answer = await browse(server.bootstrapToken, { ...write, headers });
    expect([answer.status, answer.body.toString()]).toEqual([403, denial]);
    expect(cookiesOf(answer)).toEqual([]);
  });

  test.each([
    ['POST', '/evaluate/v1/boolean'],
    ['POST', '/auth/v1/method/token'],
    ['DELETE', '/auth/v1/tokens/x'],
    ['PUT', '/auth/v1/self/expire'],
    ['PUT', '/api/v1/namespaces/default/flags/f/rules/order'],
  ])('a session is refused on every door: %s %s', async (verb, path) => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await browse(server.bootstrapToken, { verb, path, headers })).status).toBe(403);
    // It has ended nothing.
    expect((await server.as().send({ path: '/auth/v1/self' })).status).toBe(200);
  });

  test.each([
    [{}],
    [{ 'Sec-Fetch-Site': 'same-origin' }],
    [{ 'Sec-Fetch-Site': 'none' }],
    [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://admin.example' }],
    [{ Origin: 'http://127.0.0.1', Host: '127.0.0.1' }],
  ])('a session passes: %o', async (headers) => {
    // Past the gate, the request makes no sense.
    expect((await browse(server.bootstrapToken, { ...write, headers })).status).toBe(400);
  });

  test('reading passes from anywhere, and is for nobody else to see', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
    const answer = await browse(server.bootstrapToken, { path: '/api/v1/namespaces', headers });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('a token in the header passes from anywhere, with a cookie beside it or without', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', Authorization: `Bearer ${server.bootstrapToken}` };
    expect((await server.send({ ...write, headers })).status).toBe(400);
    expect((await browse('other', { ...write, headers })).status).toBe(400);
  });

  test('the anonymous stay anonymous', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await server.send({ ...write, headers })).status).toBe(401);
  });
});

describe('an answer that may be kept', () => {
  test('is for whoever shows the same credential', async () => {
    const path = '/internal/v1/evaluation/snapshot/namespace/default';
    await server.as().send({ verb: 'POST', path: '/api/v1/flags', body: '{"key":"f","name":"f"}' });
    const { headers } = await server.as().send({ path });
    expect(headers.vary).toBe('Authorization, Cookie, Accept-Encoding');
    const again = await server.as().send({ path, headers: { 'If-None-Match': String(headers.etag) } });
    expect([again.status, again.headers.vary]).toEqual([304, 'Authorization, Cookie']);
  });
});

describe('answers about tokens', () => {
  test.each(['/auth/v1/self', '/auth/v1/tokens', '/auth/v1/method'])(
    'are stored nowhere: %s',
    async (path) => {
      for (const api of [server, server.as()])
        expect((await api.send({ path })).headers['cache-control']).toBe('no-store');
    },
  );
});
