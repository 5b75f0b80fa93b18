import { Client, credentials } from '@grpc/grpc-js';
import { create, type DescMethodUnary } from '@bufbuild/protobuf';
import { grpcHealth } from '@pennon/proto';
import { authEnv, withTokens } from '../../../support/auth-server';
import { GrpcClient } from '../../../support/grpc-client';
import { type Answer, type Request } from '../../../support/http';
import { onServer } from '../../../support/on-server';
import { RawSocket } from '../../../support/raw-socket';
import { allServices } from '../../../support/all-services';
import { nameOf, routesOf, type RpcRoute } from '../../../support/rpc-routes';

/** All that somebody without a credential may call. */
const open: ReadonlySet<string> = new Set([
  'flipt.auth.PublicAuthenticationService/ListAuthenticationMethods',
  'flipt.auth.AuthenticationMethodOIDCService/AuthorizeURL',
  'flipt.auth.AuthenticationMethodOIDCService/Callback',
  'flipt.auth.AuthenticationMethodGithubService/AuthorizeURL',
  'flipt.auth.AuthenticationMethodGithubService/Callback',
  'flipt.auth.AuthenticationMethodKubernetesService/VerifyServiceAccount',
  'grpc.health.v1.Health/Check',
  'grpc.health.v1.Health/Watch',
  'pennon.reference.ReferenceService/GetOpenApi',
]);

/** Services, of methods to log in by and of counts, that this server does not offer. */
const absent: ReadonlySet<string> = new Set([
  'flipt.analytics.AnalyticsService',
  'flipt.auth.AuthenticationMethodGithubService',
  'flipt.auth.AuthenticationMethodKubernetesService',
  'flipt.auth.AuthenticationMethodOIDCService',
  'pennon.analytics.CountService',
]);

const routes = routesOf(allServices).filter(({ method }) => !absent.has(method.parent.typeName));
const closedRoutes = routes.filter(({ method }) => !open.has(nameOf(method)));

const methods = allServices.flatMap((service) => service.methods);

function titled<T>(items: readonly T[], title: (item: T) => string): (readonly [string, T])[] {
  return items.map((item) => [title(item), item]);
}

/** The reason in the refusal of a call of Pennon's own; those of Flipt have none. */
const REASON =
  '{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"UNAUTHENTICATED","domain":"pennon","metadata":{}}';

function isOfPennon({ method }: RpcRoute): boolean {
  return method.parent.typeName.startsWith('pennon.');
}

function titleOf({ verb, pattern }: RpcRoute): string {
  return `${verb} ${pattern}`;
}

function requestTo({ verb, path, hasBody }: RpcRoute): Request {
  return { verb, path, ...(hasBody && { body: '{}' }) };
}

/** Ways to write a path that a proxy, a router and a list of prefixes may read differently. */
const disguises: readonly (readonly [string, (path: string) => string])[] = [
  ['as it is', (path) => path],
  ['with a slash behind', (path) => `${path}/`],
  ['with two slashes in front', (path) => `/${path}`],
  ['with two slashes behind', (path) => `${path}//`],
  ['with a doubled slash', (path) => path.replace('/v1/', '//v1/').replace(/^\/meta\//, '/meta//')],
  ['with /./', (path) => path.replace(/^\/[^/]+/, '$&/.')],
  ['with %2e', (path) => path.replace(/^\/[^/]+/, '$&/%2e')],
  ['behind a public path', (path) => `/auth/v1/method/../../..${path}`],
  ['behind a public path, encoded', (path) => `/auth/v1/method/%2e%2e/%2e%2e/%2e%2e${path}`],
  ['behind a public path, slashes encoded', (path) => `/auth/v1/method%2f..%2f..%2f..${path}`],
  ['behind /health', (path) => `/health/..${path}`],
  ['with every slash encoded', (path) => `/${path.slice(1).replaceAll('/', '%2f')}`],
  ['with every slash encoded, in capitals', (path) => `/${path.slice(1).replaceAll('/', '%2F')}`],
  ['with a letter encoded', (path) => path.replace('/v1', '/%76%31').replace('/meta', '/%6deta')],
  ['encoded twice', (path) => path.replace('/v1', '/%2576%2531').replace('/meta', '/%256deta')],
  ['in capitals', (path) => path.toUpperCase()],
  ['with a semicolon', (path) => `${path};x=/auth/v1/method`],
  ['with a semicolon in front', (path) => path.replace(/^\/[^/]+/, '$&;a=b')],
  ['with a dot behind', (path) => `${path}.`],
  ['with two dots behind', (path) => `${path}..`],
  ['with a blank behind', (path) => `${path}%20`],
  ['with a null behind', (path) => `${path}%00`],
  ['with a public path in the query', (path) => `${path}?path=/auth/v1/method`],
  ['with an encoded question mark', (path) => `${path}%3f/auth/v1/method`],
  ['with a fragment', (path) => `${path}#/auth/v1/method`],
  ['with a backslash', (path) => path.replace(/^\/[^/]+\//, (prefix) => `${prefix.slice(0, -1)}\\`)],
  ['as a whole URL', (path) => `http://127.0.0.1${path}`],
  ['as a URL of a public host path', (path) => `http://127.0.0.1/auth/v1/method/../../..${path}`],
];

onServer(
  (shared) => {
    const server = withTokens(shared);

    describe('closed by default, over HTTP', () => {
      test('there are routes to walk', () => {
        expect(closedRoutes.length).toBeGreaterThan(60);
      });

      test.each(titled(closedRoutes, titleOf))('the anonymous is refused: %s', async (_, route) => {
        const { status, headers, body } = await server.send(requestTo(route));
        expect(status).toBe(401);
        if (route.path.startsWith('/ofrep/')) {
          expect(headers['www-authenticate']).toBeUndefined();
          expect(JSON.parse(body.toString())).toEqual({
            errorCode: 'GENERAL',
            errorDetails: 'request was not authenticated',
          });
        } else {
          expect(headers['www-authenticate']).toBe('Bearer');
          const details = isOfPennon(route) ? REASON : '';
          expect(body.toString()).toBe(
            `{"code":16,"message":"request was not authenticated","details":[${details}]}`,
          );
        }
      });

      // Whoever has expired itself is let in nowhere.
      const lastingRoutes = closedRoutes.filter(({ pattern }) => pattern !== '/auth/v1/self/expire');

      test.each(titled(lastingRoutes, titleOf))('a token is let in: %s', async (_, route) => {
        const { status } = await server.as().send(requestTo(route));
        expect(status).not.toBe(401);
        expect(status).not.toBe(403);
      });

      test.each(['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'])(
        'a path tells nothing by another verb: %s',
        async (verb) => {
          const paths = new Set(closedRoutes.map(({ path }) => path));
          for (const path of paths) {
            const { status, body } = await server.send({ verb, path });
            expect([204, 401, 404, 405, 501]).toContain(status);
            expect(body.toString()).toMatch(/^$|"Method Not Allowed"/);
          }
        },
      );

      test('what is open is the list of methods, what the API is, the health, the metrics and the page of the dashboard', async () => {
        const openRoutes = routes.filter(({ method }) => open.has(nameOf(method)));
        expect(openRoutes.map(titleOf)).toEqual(['GET /auth/v1/method', 'GET /openapi.json']);
        for (const path of ['/auth/v1/method', '/openapi.json', '/health', '/metrics', '/'])
          expect((await server.send({ path })).status).toBe(200);
      });

      test.each([
        ...['/api', '/api/v1', '/api/v2/namespaces', '/auth', '/auth/v1', '/auth/v1/tokens/a/b'],
        ...['/auth/v1/method/oidc/x/authorize', '/auth/v1/method/github/callback', '/internal/v1/x'],
        ...['/metrics/x', '/debug/pprof/', '/debug', '/meta', '/.env', '/admin'],
      ])('what is unknown is 404, and tells nothing: %s', async (path) => {
        expect((await server.send({ path })).status).toBe(404);
      });
    });

    describe('a path in disguise is not let in', () => {
      test.each(disguises)('%s', async (_, disguise) => {
        const statuses = new Map<number, string[]>();
        for (const route of closedRoutes) {
          const path = disguise(route.path);
          const answer = await rawly(server.url, { ...requestTo(route), path });
          statuses.set(answer, [...(statuses.get(answer) ?? []), path]);
        }
        for (const status of statuses.keys()) expect([400, 401, 404, 405, 501]).toContain(status);
      });
    });

    describe('closed by default, over gRPC', () => {
      test.each(titled(methods, nameOf))('%s', async (name, method) => {
        if (method.methodKind !== 'unary') {
          expect(name).toBe('grpc.health.v1.Health/Watch');
          expect(await firstHealth(server.grpcAddress)).toBe('SERVING');
          return;
        }
        const unary = method as DescMethodUnary;
        const { code, details } = await server.grpc(unary, create(method.input));
        if (absent.has(method.parent.typeName)) expect(code).toBe(12);
        else if (open.has(name)) expect(code).toBe(0);
        else expect([code, details]).toEqual([16, 'request was not authenticated']);
      });

      test('there is no service that the walk did not visit', async () => {
        const known = new Set(allServices.map(({ typeName }) => typeName));
        const listed = await listedByReflection(server.grpcAddress);
        expect(listed.length).toBeGreaterThan(5);
        expect(listed.filter((name) => !known.has(name))).toEqual([]);
      });

      test.each([
        '/flipt.Flipt/getFlag',
        '/flipt.flipt/GetFlag',
        '//flipt.Flipt/GetFlag',
        '/flipt.Flipt/GetFlag/',
      ])('a method by another spelling is none: %s', async (path) => {
        expect(await codeOf(server.grpcAddress, path)).toBe(12);
      });
    });
  },
  { ...authEnv, PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_EXPIRATION: '0s' },
);

/** The status of a request whose path is sent as it is written. */
async function rawly(url: string, request: Request): Promise<Answer['status']> {
  const socket = await RawSocket.open(url);
  const { verb = 'GET', path, body = '' } = request;
  socket.write(
    `${verb} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  if (body !== '') socket.write(body);
  await socket.receives(/^HTTP\/1\.1 \d{3}/);
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(socket.received) ?? [];
  socket.close();
  return Number(status);
}

/** What the one stream there is begins with, for somebody without a credential. */
async function firstHealth(address: string): Promise<string | undefined> {
  const { watch } = grpcHealth.Health.method;
  const client = new GrpcClient(address);
  const stream = client.watch(watch, {});
  const { status } = await stream.next();
  client.close();
  return grpcHealth.HealthCheckResponse_ServingStatus[status];
}

async function codeOf(address: string, path: string): Promise<number> {
  const client = new Client(address, credentials.createInsecure());
  const plain = (bytes: Buffer): Buffer => bytes;
  const code = await new Promise<number>((resolve) => {
    client.makeUnaryRequest(path, plain, plain, Buffer.alloc(0), (error) => {
      resolve(error?.code ?? 0);
    });
  });
  client.close();
  return code;
}

/** The services that server reflection tells of, but its own. */
async function listedByReflection(address: string): Promise<readonly string[]> {
  const client = new Client(address, credentials.createInsecure());
  const plain = (bytes: Buffer): Buffer => bytes;
  const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
  const call = client.makeBidiStreamRequest(path, plain, plain);
  // The member `list_services` (7), a text.
  call.write(Buffer.from([0x3a, 0x01, 0x2a]));
  const answer = await new Promise<Buffer>((resolve, reject) => {
    call.once('data', resolve);
    call.once('error', reject);
  });
  call.end();
  client.close();
  const names = answer.toString('latin1').match(/[a-z][\w]*(\.\w+)+/g) ?? [];
  return names.filter((name) => !name.startsWith('grpc.reflection.'));
}
