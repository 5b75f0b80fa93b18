import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { ProviderSetupError, UpstreamError } from '../../keys/upstream';
import { discover } from './discovery';

let server: Server;
let origin: string;
let document: object;
let path: string | undefined;
let status: number;

beforeEach(async () => {
  status = 200;
  server = createServer((request, response) => {
    path = request.url;
    response.writeHead(status).end(JSON.stringify(document));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function describing(issuer: string, changes: object = {}): object {
  return {
    issuer,
    authorization_endpoint: 'https://login.acme.example/auth?tenant=1',
    token_endpoint: 'https://login.acme.example/token',
    jwks_uri: 'https://keys.acme.example/jwks',
    ...changes,
  };
}

describe('the description of a provider', () => {
  it.each([
    ['', '/.well-known/openid-configuration'],
    ['/', '/.well-known/openid-configuration'],
    ['/realms/acme', '/realms/acme/.well-known/openid-configuration'],
  ])('is below its issuer: %s', async (suffix, place) => {
    const issuer = `${origin}${suffix}`;
    document = describing(issuer);
    expect(await discover(issuer)).toEqual({
      issuer,
      authorizationEndpoint: new URL('https://login.acme.example/auth?tenant=1'),
      tokenEndpoint: new URL('https://login.acme.example/token'),
      jwksUri: new URL('https://keys.acme.example/jwks'),
      userInfoEndpoint: undefined,
      algorithms: undefined,
      namesItself: false,
      takesBasic: true,
    });
    expect(path).toBe(place);
  });

  it.each([
    ['https://acme.example/userinfo', new URL('https://acme.example/userinfo')],
    ['userinfo', undefined],
    [5, undefined],
  ])('may say where UserInfo is: %j', async (given, userInfoEndpoint) => {
    document = describing(origin, { userinfo_endpoint: given });
    expect(await discover(origin)).toMatchObject({ userInfoEndpoint });
  });

  it.each([
    [['client_secret_post'], false],
    [['client_secret_post', 'client_secret_basic'], true],
  ])('says how it takes secrets: %j', async (methods, takesBasic) => {
    document = describing(origin, { token_endpoint_auth_methods_supported: methods });
    expect(await discover(origin)).toMatchObject({ takesBasic });
  });

  it('says what it signs by', async () => {
    document = describing(origin, { id_token_signing_alg_values_supported: ['ES256', 5, 'none'] });
    expect(await discover(origin)).toMatchObject({ algorithms: ['ES256', 'none'] });
  });

  it.each([
    [`/`, (url: string) => `says ${url}/, configured is ${url}`],
    [undefined, (url: string) => `says no issuer, configured is ${url}`],
  ])('names both issuers when it is of another: %j', async (suffix, reason) => {
    document = describing(
      suffix === undefined ? '' : `${origin}${suffix}`,
      suffix === undefined ? { issuer: 5 } : {},
    );
    const failure = discover(origin);
    await expect(failure).rejects.toThrow(ProviderSetupError);
    await expect(failure).rejects.toThrow(`${origin}/.well-known/openid-configuration ${reason(origin)}`);
  });

  it.each([
    [404, true],
    [401, true],
    [429, false],
    [500, false],
    [302, true],
  ])('that is answered with %i is a fault of the set-up: %p', async (code, isSetup) => {
    status = code;
    const error: unknown = await discover(origin).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error instanceof ProviderSetupError).toBe(isSetup);
  });

  it.each([
    ['another issuer', { issuer: 'https://acme.example' }],
    ['its issuer with a slash', { issuer: undefined, slash: true }],
    ['no keys', { jwks_uri: undefined }],
    ['a list', { token_endpoint: ['https://acme.example'] }],
    ['a path', { token_endpoint: '/token' }],
    ['a place that others can listen at', { token_endpoint: 'http://acme.example/token' }],
    ['keys from where others can change them', { jwks_uri: 'http://10.0.0.1/jwks' }],
    ['a page that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('is not good with %s', async (_, changes) => {
    document = describing(`${origin}/`, changes);
    await expect(discover(origin)).rejects.toThrow(UpstreamError);
    document = describing(origin, changes);
    if (!('slash' in changes)) await expect(discover(origin)).rejects.toThrow(UpstreamError);
  });
});
