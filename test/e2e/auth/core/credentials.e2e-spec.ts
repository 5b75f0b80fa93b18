import { flipt, fliptAuth } from '@pennon/proto';
import { authEnv, withTokens, type GrpcOutcome } from '../../../support/auth-server';
import { GrpcClient } from '../../../support/grpc-client';
import { jsonOf } from '../../../support/http';
import { onServer } from '../../../support/on-server';
import { RawSocket } from '../../../support/raw-socket';

const { getAuthenticationSelf } = fliptAuth.AuthenticationService.method;
const evaluation = '/internal/v1/evaluation/snapshot/namespace/default';

onServer(
  (shared) => {
    const server = withTokens(shared);
    const token = server.bootstrapToken;

    /** The status of a call with these headers, of which several may have one name. */
    async function statusWith(path: string, ...headers: string[]): Promise<number> {
      const socket = await RawSocket.open(server.url);
      const lines = [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      await socket.receives(/^HTTP\/1\.1 \d{3}/);
      socket.close();
      return Number(socket.received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    }

    async function selfByGrpc(
      metadata: Readonly<Record<string, string>>,
    ): Promise<GrpcOutcome<typeof getAuthenticationSelf.output>['code']> {
      const client = new GrpcClient(server.grpcAddress);
      const outcome = await client.call(getAuthenticationSelf, {}, { metadata });
      client.close();
      return 'code' in outcome ? outcome.code : 0;
    }

    describe.each(['/auth/v1/self', evaluation])('the credential of %s', (path) => {
      test.each([
        `Authorization: Bearer ${token}`,
        `authorization: bearer ${token}`,
        `AUTHORIZATION:   BEARER   ${token}  `,
        `Cookie: service_client_token=${token}`,
        `Cookie: flipt_client_token=${token}`,
        `Cookie: theme=dark; service_client_token=${token}; lang=en`,
        `Cookie: flipt_client_token=bad; service_client_token=${token}`,
      ])('is taken: %s', async (header) => {
        expect(await statusWith(path, header)).toBe(200);
      });

      test.each([
        ['no scheme', `Authorization: ${token}`],
        ['an empty header', 'Authorization:'],
        ['a scheme without a token', 'Authorization: Bearer'],
        ['another scheme', `Authorization: Basic ${Buffer.from(`user:${token}`).toString('base64')}`],
        ['another scheme with our token', `Authorization: Token ${token}`],
        ['a JWT when none are taken', `Authorization: JWT ${token}`],
        ['an unknown token', 'Authorization: Bearer svc_unknown'],
        ['a token with something behind', `Authorization: Bearer ${token}x`],
        ['two tokens in one', `Authorization: Bearer ${token}, Bearer ${token}`],
        ['two tokens in one, the second good', `Authorization: Bearer bad ${token}`],
        ['the hash of a token', 'Authorization: Bearer LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564='],
        ['a token that is too long', `Authorization: Bearer ${'x'.repeat(2000)}`],
        ['another header', `X-Authorization: Bearer ${token}`],
        ['a proxy’s header', `Proxy-Authorization: Bearer ${token}`],
        ['the header of the reference’s bridge', `Grpc-Metadata-Authorization: Bearer ${token}`],
        ['a cookie of metadata', `Grpcgateway-Cookie: service_client_token=${token}`],
        ['a cookie of the bridge', `Grpc-Metadata-Grpcgateway-Cookie: service_client_token=${token}`],
        ['another cookie', `Cookie: session=${token}`],
        ['a cookie in capitals', `Cookie: SERVICE_CLIENT_TOKEN=${token}`],
        ['a cookie within a cookie', `Cookie: a=b, service_client_token=${token}`],
        ['an empty cookie', 'Cookie: service_client_token='],
        ['a bad cookie before a good alias', `Cookie: service_client_token=bad; flipt_client_token=${token}`],
        ['a second cookie of one name', `Cookie: service_client_token=bad; service_client_token=${token}`],
        ['an encoded name', `Cookie: service%5Fclient_token=${token}`],
      ])('is not taken: %s', async (_, header) => {
        expect(await statusWith(path, header)).toBe(401);
      });

      test.each([
        ['bad and good', 'Authorization: Bearer bad', `Authorization: Bearer ${token}`],
        ['good and bad', `Authorization: Bearer ${token}`, 'Authorization: Bearer bad'],
        ['good twice', `Authorization: Bearer ${token}`, `Authorization: Bearer ${token}`],
        ['good and empty', `Authorization: Bearer ${token}`, 'authorization:'],
        ['a scheme of a proxy and good', 'Authorization: Basic eA==', `Authorization: Bearer ${token}`],
      ])('is not taken from two headers: %s', async (_, first, second) => {
        expect(await statusWith(path, first, second)).toBe(401);
      });

      test.each([
        ['a bad token in the header', 'Authorization: Bearer bad'],
        ['another scheme in the header', 'Authorization: Basic eA=='],
        ['an empty header', 'Authorization:'],
      ])('is not the cookie’s after %s', async (_, header) => {
        expect(await statusWith(path, header, `Cookie: service_client_token=${token}`)).toBe(401);
      });

      test('is the header’s, whatever the cookie says', async () => {
        const cookie = 'Cookie: service_client_token=bad';
        expect(await statusWith(path, `Authorization: Bearer ${token}`, cookie)).toBe(200);
      });

      test.each(['token', 'access_token', 'client_token', 'authorization', 'service_client_token', 'jwt'])(
        'is never in the query: %s',
        async (name) => {
          expect(await statusWith(`${path}?${name}=${token}`)).toBe(401);
          expect(await statusWith(`${path}?${name}=Bearer%20${token}`)).toBe(401);
        },
      );

      test('is not smuggled in by a folded header', async () => {
        const status = await statusWith(path, 'X-Other: a', ` Authorization: Bearer ${token}`);
        expect([400, 401]).toContain(status);
      });

      test('is not smuggled in by a second request in a body', async () => {
        const socket = await RawSocket.open(server.url);
        const smuggled = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
        const both = 'Content-Length: 4\r\nTransfer-Encoding: chunked';
        socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${both}\r\n\r\n0\r\n\r\n${smuggled}`);
        await socket.receives(/^HTTP\/1\.1 \d{3}/);
        await socket.closed();
        expect(socket.received).toMatch(/^HTTP\/1\.1 400/);
        expect(socket.received).not.toContain('200 OK');
      });
    });

    describe('the credential of a gRPC call', () => {
      test.each([
        ['a token', { authorization: `Bearer ${token}` }],
        ['a scheme in small letters', { authorization: `bearer ${token}` }],
        ['a cookie', { 'grpcgateway-cookie': `service_client_token=${token}` }],
        ['a cookie of Flipt’s name', { 'grpcgateway-cookie': `a=b; flipt_client_token=${token}` }],
      ])('is taken: %s', async (_, metadata) => {
        expect(await selfByGrpc(metadata)).toBe(0);
      });

      test.each([
        ['nothing', {}],
        ['no scheme', { authorization: token }],
        ['another scheme', { authorization: `Basic ${token}` }],
        ['an unknown token', { authorization: 'Bearer bad' }],
        [
          'a bad token and a good cookie',
          { authorization: 'Bearer bad', 'grpcgateway-cookie': `service_client_token=${token}` },
        ],
        ['a cookie by its name in HTTP', { cookie: `service_client_token=${token}` }],
        ['another key', { 'x-authorization': `Bearer ${token}` }],
        ['the key of the bridge', { 'grpc-metadata-authorization': `Bearer ${token}` }],
        ['a list', { authorization: `Bearer bad, Bearer ${token}` }],
      ])('is not taken: %s', async (_, metadata) => {
        expect(await selfByGrpc(metadata)).toBe(16);
      });
    });

    test('a token that has expired is as unknown as one that never was, also before it is deleted', async () => {
      const { clientToken, authentication } = await server.issue({});
      await server.as(clientToken).send({ verb: 'PUT', path: '/auth/v1/self/expire' });
      const answers = [
        await server.as(clientToken).send({ path: '/api/v1/namespaces' }),
        await server.as('svc_never').send({ path: '/api/v1/namespaces' }),
        await server.send({ path: '/api/v1/namespaces' }),
      ];
      expect(new Set(answers.map(({ body }) => body.toString()))).toEqual(
        new Set(['{"code":16,"message":"request was not authenticated","details":[]}']),
      );
      expect((await server.grpc(flipt.Flipt.method.listNamespaces, {}, clientToken)).code).toBe(16);
      const stored = await server.as().send({ path: `/auth/v1/tokens/${authentication.id}` });
      expect(jsonOf(stored)).toMatchObject({ expiresAt: expect.any(String) });
    });

    test('what cannot be read is 400 before it is 401', async () => {
      const broken = { verb: 'POST', path: '/api/v1/namespaces', body: '{"key":' };
      expect((await server.send(broken)).status).toBe(400);
      expect((await server.send({ path: '/auth/v1/tokens?limit=x' })).status).toBe(400);
    });

    test('what makes no sense is 401 for the anonymous', async () => {
      const empty = { verb: 'POST', path: '/api/v1/namespaces', body: '{}' };
      expect((await server.send(empty)).status).toBe(401);
      expect((await server.as().send(empty)).status).toBe(400);
    });

    test('no secret reached the log', () => {
      expect(server.logged().join('\n')).not.toContain(token);
    });
  },
  { ...authEnv, PENNON_AUTHENTICATION_RATE_LIMIT_FAILURES: '0' },
);
