import { fliptAuth } from '@pennon/proto';
import { useAuthServer } from '../../../support/auth-server';
import { jsonOf, jsonRequest } from '../../../support/http';
import { probeTable, reads, refused, verdictElsewhere, verdictOf, writes } from './probes';

const server = useAuthServer();

const namespaces = ['', 'default', 'production'];
const probes = [...reads, ...writes.filter(({ name }) => name === 'create variant')];

beforeAll(async () => {
  await server.as().send(jsonRequest('POST', '/api/v1/namespaces', { key: 'production', name: 'P' }));
});

test('row 1: listing methods works and is not empty', async () => {
  const answer = await server.send({ path: '/auth/v1/method' });
  const { methods } = jsonOf(answer) as { methods: readonly object[] };
  expect([answer.status, methods.length]).toEqual([200, 5]);
  const { listAuthenticationMethods } = fliptAuth.PublicAuthenticationService.method;
  const { message } = await server.grpc(listAuthenticationMethods, {});
  expect(message?.methods).toHaveLength(5);
});

test('row 2: self returns a record with an id for a static token', async () => {
  const { clientToken, authentication } = await server.issue({});
  const self = jsonOf(await server.as(clientToken).send({ path: '/auth/v1/self' }));
  expect(self).toEqual(authentication);
  const { getAuthenticationSelf } = fliptAuth.AuthenticationService.method;
  const { message } = await server.grpc(getAuthenticationSelf, {}, clientToken);
  expect(message?.id).toBe(authentication.id);
});

test.each(probeTable(probes, namespaces))(
  'row 3: without credentials, 16 and 401: %s in %j',
  async (_, namespaceKey, probe) => {
    expect(await verdictOf(server, probe, namespaceKey)).toEqual(refused);
  },
);

test.each(probeTable(probes, namespaces))(
  'row 4: a full static token never gets 16: %s in %j',
  async (_, namespaceKey, probe) => {
    const { clientToken } = await server.issue({});
    const [http, grpc] = await verdictOf(server, probe, namespaceKey, clientToken);
    expect([200, 400, 404]).toContain(http);
    expect([0, 3, 5]).toContain(grpc);
  },
);

test.each(['', ' ', 'default', 'production'])(
  'row 5: a new token has name and description in its metadata, and a namespace if it has one: %j',
  async (namespaceKey) => {
    const request = { name: 'pipeline', description: 'ci', namespaceKey };
    const { authentication } = await server.issue(request);
    const expected = {
      'io.service.auth.token.name': 'pipeline',
      'io.service.auth.token.description': 'ci',
      ...(namespaceKey.trim() !== '' && { 'io.service.auth.token.namespace': namespaceKey }),
    };
    const aliases = Object.fromEntries(
      Object.entries(expected).map(([key, value]) => [key.replace('io.service', 'io.flipt'), value]),
    );
    expect(authentication.metadata).toEqual({ ...expected, ...aliases });
    const { createToken } = fliptAuth.AuthenticationMethodTokenService.method;
    const { message } = await server.grpc(createToken, request, server.bootstrapToken);
    expect(message?.authentication?.metadata).toEqual({ ...expected, ...aliases });
  },
);

describe.each(['default', 'production'])('row 6: a token of the namespace %s', (bound) => {
  let token: string;
  beforeAll(async () => {
    token = (await server.issue({ namespaceKey: bound })).clientToken;
  });

  test.each(probeTable(probes, namespaces))('%s in %j', async (_, namespaceKey, probe) => {
    const verdict = await verdictOf(server, probe, namespaceKey, token);
    if ((namespaceKey || 'default') === bound) expect(verdict).not.toContain(refused[0]);
    else expect(verdict).toEqual(verdictElsewhere(probe));
  });
});

test.each(['http', 'grpc'])('row 8: after expiring itself, the token is nobody: %s', async (door) => {
  const { clientToken } = await server.issue({});
  const { expireAuthenticationSelf, getAuthenticationSelf } = fliptAuth.AuthenticationService.method;
  if (door === 'http') {
    const path = `/auth/v1/self/expire?expiresAt=${encodeURIComponent(new Date().toISOString())}`;
    const answer = await server.as(clientToken).send({ verb: 'PUT', path, body: '{}' });
    expect([answer.status, answer.body.toString()]).toEqual([200, '{}']);
  } else {
    const { code } = await server.grpc(expireAuthenticationSelf, {}, clientToken);
    expect(code).toBe(0);
  }
  expect((await server.as(clientToken).send({ path: '/auth/v1/self' })).status).toBe(401);
  expect((await server.grpc(getAuthenticationSelf, {}, clientToken)).code).toBe(16);
});
