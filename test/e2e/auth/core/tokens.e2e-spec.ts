import { fliptAuth } from '@pennon/proto';
import {
  authEnv,
  bearing,
  useAuthServer,
  type AuthenticationJson,
  type IssuedTokenJson,
} from '../../../support/auth-server';
import { isSqlite } from '../../../support/database-server';
import { apiAt, jsonOf, jsonRequest, type Answer } from '../../../support/http';
import { invalidArgument, notFound, outcomeOf, tooLarge } from '../../../support/outcome';
import { queryDatabase } from '../../../support/test-database';
import { startServer, type TestServer } from '../../../support/server';

const server = useAuthServer();

interface ListJson {
  readonly authentications: readonly AuthenticationJson[];
  readonly nextPageToken: string;
}

async function list(query = ''): Promise<ListJson> {
  const answer = await server.as().send({ path: `/auth/v1/tokens${query}` });
  expect(answer.status).toBe(200);
  return jsonOf(answer) as ListJson;
}

async function create(body: unknown): Promise<Answer> {
  return server.as().send(jsonRequest('POST', '/auth/v1/method/token', body));
}

describe('making a token', () => {
  test('answers as Flipt does', async () => {
    const answer = await create({
      name: 'pipeline',
      description: 'ci',
      expires_at: '2099-01-02T03:04:05.678901Z',
      metadata: { team: 'web' },
    });
    expect(outcomeOf(answer)).toMatchObject({ status: 200, contentType: 'application/json' });
    const { clientToken, authentication } = jsonOf(answer) as {
      clientToken: string;
      authentication: AuthenticationJson;
    };
    expect(clientToken).toMatch(/^svc_[\w-]{49}$/);
    expect(authentication).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      method: 'METHOD_TOKEN',
      expiresAt: '2099-01-02T03:04:05.678901Z',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: authentication.createdAt,
      metadata: expect.objectContaining({ team: 'web', 'io.service.auth.token.name': 'pipeline' }),
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([{}, { name: '' }, { name: null }, { description: 'x' }])(
    'may have no name: %j',
    async (body) => {
      const { authentication } = jsonOf(await create(body)) as IssuedTokenJson;
      expect(authentication.metadata).toMatchObject({
        'io.service.auth.token.name': '',
        'io.flipt.auth.token.name': '',
      });
    },
  );

  test('may never expire, which is shown by saying nothing', async () => {
    const { authentication } = await server.issue({ expiresAt: null });
    expect(authentication).not.toHaveProperty('expiresAt');
  });

  test.each([
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59Z'],
  ])('keeps the longest expiry that can be written: %s', async (given, kept) => {
    const { authentication } = await server.issue({ expiresAt: given });
    const answer = await server.as().send({ path: `/auth/v1/tokens/${authentication.id}` });
    expect(jsonOf(answer)).toMatchObject({ expiresAt: kept });
    expect((await list('?limit=100')).authentications.map(({ id }) => id)).toContain(authentication.id);
  });

  test.each([
    [{ name: 'n', expiresAt: '0001-01-01T00:00:00Z' }, 'invalid field expiresAt: must be in the future'],
    [{ name: 'n', expires_at: '2024-01-02T03:04:05Z' }, 'invalid field expiresAt: must be in the future'],
    [
      { name: 'n', expiresAt: 'soon' },
      'invalid field expiresAt: "soon" is not a time with date and zone (RFC 3339), such as "2030-01-31T09:00:00Z"',
    ],
    [
      { name: 'n', expiresAt: 5 },
      'invalid field expiresAt: 5 is not a time with date and zone (RFC 3339), such as "2030-01-31T09:00:00Z"',
    ],
    [{ name: 'n', metadata: { a: 5 } }, 'invalid values for key(s) in json body'],
    [
      { name: 'n', metadata: { 'io.flipt.auth.oidc.email': 'a@b' } },
      'invalid field metadata: key io.service.auth.oidc.email is reserved',
    ],
  ])('is refused: %j', async (body, message) => {
    expect(outcomeOf(await create(body))).toEqual(invalidArgument(message));
  });

  test('takes no more than 64 KiB, whoever sends it', async () => {
    const body = JSON.stringify({ name: 'n', metadata: { a: 'x'.repeat(65_536) } });
    const request = { verb: 'POST', path: '/auth/v1/method/token', body };
    const refused = tooLarge('the request body is larger than 65536 bytes');
    expect(outcomeOf(await server.as().send(request))).toEqual(refused);
    expect(outcomeOf(await server.send(request))).toEqual(refused);
  });

  test('by gRPC wants an expiry that is a moment', async () => {
    const { createToken } = fliptAuth.AuthenticationMethodTokenService.method;
    const request = { name: 'n', expiresAt: { seconds: 253_402_300_800n, nanos: 0 } };
    const { code, details } = await server.grpc(createToken, request, server.bootstrapToken);
    expect([code, details]).toEqual([
      3,
      expect.stringMatching(/^attempting to create token: invalid expiry time:/),
    ]);
  });
});

describe('listing tokens', () => {
  beforeAll(async () => {
    for (let index = 0; index < 30; index++) await server.issue({ name: `n${index}` });
  });

  test('has 25 on a page, in creation order, and no secret', async () => {
    const { authentications, nextPageToken } = await list();
    expect([authentications.length, nextPageToken]).toEqual([25, '25']);
    // Not as they are spelled: a whole second has no fraction.
    const times = authentications.map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(JSON.stringify(authentications)).not.toMatch(/svc_|"[\w-]{43}="/);
  });

  test('by pages of three is each once', async () => {
    const seen: string[] = [];
    for (let token = '0'; token !== '';) {
      const page = await list(`?limit=3&pageToken=${token}`);
      seen.push(...page.authentications.map(({ id }) => id));
      token = page.nextPageToken;
    }
    expect(seen).toEqual((await list('?limit=100')).authentications.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
  });

  test.each(['?method=METHOD_NONE&limit=0&pageToken=', '?method=METHOD_NONE&limit=0&page_token=abc'])(
    'means the beginning by what the Go SDK always sends: %s',
    async (query) => {
      expect((await list(query)).authentications).toHaveLength(25);
    },
  );

  test.each([
    ['METHOD_TOKEN', 25],
    ['1', 25],
    ['METHOD_OIDC', 0],
    ['METHOD_KUBERNETES', 0],
    ['METHOD_ORCHESTRATOR', 0],
    ['METHOD_CODEHOST', 0],
    ['METHOD_JWT', 0],
  ])('may be of one method: %s', async (method, count) => {
    expect((await list(`?method=${method}`)).authentications).toHaveLength(count);
  });

  test.each([
    ['?method=token', 'parsing field "method": "token" is not a valid value'],
    [
      '?method=METHOD_TOKEN&method=METHOD_TOKEN',
      'too many values for field "method": METHOD_TOKEN, METHOD_TOKEN',
    ],
    ['?limit=x', 'parsing field "limit": strconv.ParseInt: parsing "x": invalid syntax'],
  ])('is refused: %s', async (query, message) => {
    const answer = await server.as().send({ path: `/auth/v1/tokens${query}` });
    expect(outcomeOf(answer)).toEqual(invalidArgument(message));
  });
});

describe('one token', () => {
  test('is shown, and then is not there any more', async () => {
    const { clientToken, authentication } = await server.issue({});
    const path = `/auth/v1/tokens/${authentication.id}`;
    expect(jsonOf(await server.as().send({ path }))).toEqual(authentication);
    const deleted = await server.as().send({ verb: 'DELETE', path });
    expect([deleted.status, deleted.body.toString()]).toEqual([200, '{}']);
    expect((await server.as(clientToken).send({ path: '/auth/v1/self' })).status).toBe(401);
    expect(outcomeOf(await server.as().send({ path }))).toEqual(
      notFound('getting authentication by token: reading authentication: resource not found'),
    );
  });

  test('may be deleted when it is not there', async () => {
    const answer = await server.as().send({ verb: 'DELETE', path: '/auth/v1/tokens/absent' });
    expect([answer.status, answer.body.toString()]).toEqual([200, '{}']);
  });

  test('may delete itself', async () => {
    const { clientToken, authentication } = await server.issue({});
    const own = server.as(clientToken);
    expect((await own.send({ verb: 'DELETE', path: `/auth/v1/tokens/${authentication.id}` })).status).toBe(
      200,
    );
    expect((await own.send({ path: '/auth/v1/self' })).status).toBe(401);
  });
});

describe('expiring oneself', () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const late = new Date(Date.now() + 7_200_000).toISOString();

  async function expire(token: string, query = '', body = '{}'): Promise<number> {
    const path = `/auth/v1/self/expire${query}`;
    return (await server.as(token).send({ verb: 'PUT', path, body })).status;
  }

  async function expiryOf(id: string): Promise<number> {
    const answer = await server.as().send({ path: `/auth/v1/tokens/${id}` });
    return Date.parse((jsonOf(answer) as AuthenticationJson).expiresAt ?? '');
  }

  test('never lasts longer than before', async () => {
    const { clientToken, authentication } = await server.issue({ expiresAt: soon });
    expect(await expire(clientToken, `?expiresAt=${late}`)).toBe(200);
    expect(await expiryOf(authentication.id)).toBe(Date.parse(soon));
  });

  test('may be later than now, and changes nothing else but when it was changed', async () => {
    const { clientToken, authentication } = await server.issue({});
    expect(await expire(clientToken, `?expires_at=${soon}`)).toBe(200);
    expect(await expiryOf(authentication.id)).toBe(Date.parse(soon));
    const self = jsonOf(await server.as(clientToken).send({ path: '/auth/v1/self' })) as AuthenticationJson;
    expect({ ...self, expiresAt: undefined, updatedAt: '' }).toEqual({
      ...authentication,
      updatedAt: '',
    });
    expect(Date.parse(self.updatedAt)).toBeGreaterThan(Date.parse(authentication.updatedAt));
  });

  test('does not look at the body', async () => {
    const { clientToken } = await server.issue({});
    expect(await expire(clientToken, '', JSON.stringify({ expiresAt: late }))).toBe(200);
    expect((await server.as(clientToken).send({ path: '/auth/v1/self' })).status).toBe(401);
  });

  test('wants a moment, or nothing', async () => {
    const { clientToken } = await server.issue({});
    expect(await expire(clientToken, '?expiresAt=tomorrow')).toBe(400);
    expect((await server.as(clientToken).send({ path: '/auth/v1/self' })).status).toBe(200);
  });
});

describe('what the database holds', () => {
  test('is the hash of a token, not the token', async () => {
    const { clientToken, authentication } = await server.issue({});
    const rows = await queryDatabase<object>(server.databaseUrl, 'SELECT * FROM authentications');
    const row = JSON.stringify(rows);
    expect(row).toContain(authentication.id);
    expect(row).not.toContain(clientToken);
    expect(row).not.toContain(clientToken.slice('svc_'.length, -'checksum'.length));
    expect(server.logged().join('\n')).not.toContain(clientToken);
  });
});

describe('revocation', () => {
  const known = '/internal/v1/evaluation/snapshot/namespace/default';
  let other: TestServer;
  beforeAll(async () => {
    // A SQLite file has one server that writes.
    const tier = isSqlite ? 'reader' : 'writer';
    other = await startServer({ tier, env: authEnv, directory: server.directory });
  });
  afterAll(async () => {
    await other.stop();
  });

  test.each(['deleted', 'expired'])(
    'a token that is %s is refused within a second by every instance that knows it',
    async (how) => {
      const { clientToken, authentication } = await server.issue({});
      const there = bearing(apiAt(other.url), clientToken);
      // It is in steady use there.
      for (let index = 0; index < 20; index++) expect((await there.send({ path: known })).status).toBe(200);
      if (how === 'deleted') {
        await server.as().send({ verb: 'DELETE', path: `/auth/v1/tokens/${authentication.id}` });
      } else {
        await server.as(clientToken).send({ verb: 'PUT', path: '/auth/v1/self/expire' });
      }
      const revokedAt = performance.now();
      expect((await server.as(clientToken).send({ path: known })).status).toBe(401);
      for (;;) {
        const askedAt = performance.now();
        const { status } = await there.send({ path: known });
        if (status === 401) break;
        expect(askedAt - revokedAt).toBeLessThan(1000);
      }
      expect((await there.send({ path: known })).status).toBe(401);
    },
  );

  test('a token that is issued by one instance is good at the other at once', async () => {
    const { clientToken } = await server.issue({});
    const there = bearing(apiAt(other.url), clientToken);
    expect((await there.send({ path: known })).status).toBe(200);
  });
});
