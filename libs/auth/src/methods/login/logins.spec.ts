import { create } from '@bufbuild/protobuf';
import { Logger } from '@nestjs/common';
import type { RpcCall } from '@pennon/api';
import { fliptAuth } from '@pennon/proto';
import { UnavailableError, type AuthenticationMetadata, type ErrorCode } from '@pennon/domain';
import { ManualClock, MemoryLoginStateStore, MemoryTokenStore } from '@pennon/testing';
import { recordsConfig } from '../../../../../test/support/records-config';
import { aCall } from '../../../../../test/support/fake-call';
import { FakeExchange } from '../../../../../test/support/fake-exchange';
import { configFor } from '../../../../../test/support/temporary-database';
import { AuthenticationPresenter } from '../../tokens/authentication.presenter';
import { Authentications, SessionLifetime } from '../../tokens/authentications';
import { LoginLimit } from '../../gate/rate-limit';
import { SessionCookies } from '../../gate/session-cookies';
import { TokenAuthenticator } from '../../tokens/token-authenticator';
import { TokenRecords } from '../../tokens/token-records';
import { Tokens } from '../../tokens/tokens';
import { BrowserSession } from './browser-session';
import type { LoginAnswer, LoginProvider } from './login-provider';
import { LoginRefusal, LoginPage } from './login-failure';
import { Logins } from './logins';
import { OpenLogins } from './open-logins';
import { RefusedLogins } from './refused-logins';
import { StateCookies } from './state-cookies';

const ROUTE = '/auth/v1/method/oidc/{provider}/callback';

/** Knows whoever comes with a good code. */
const provider = {
  key: 'oidc/acme',
  method: 'oidc',
  redirectAddress: 'https://flags.example/base',
  callbackPath: () => '/auth/v1/method/oidc/acme/callback',
  authorizeUrl: jest.fn(({ state }: { state: string }) =>
    Promise.resolve(`https://acme.example/?state=${state}`),
  ),
  identify: jest.fn<Promise<AuthenticationMetadata>, [answer: LoginAnswer, login: object]>(({ code }) =>
    code === 'good'
      ? Promise.resolve({ 'io.service.auth.oidc.sub': 'ada' })
      : Promise.reject(new LoginRefusal('oidc/acme', 'for the log')),
  ),
} satisfies LoginProvider;

let states: MemoryLoginStateStore;
let logins: Logins;

beforeEach(() => {
  jest.clearAllMocks();
  Logger.overrideLogger(false);
  states = new MemoryLoginStateStore();
  const clock = new ManualClock();
  const tokens = new MemoryTokenStore();
  const config = configFor('file:x').authentication.session;
  const lifetime = new SessionLifetime(config);
  const authenticator = new TokenAuthenticator(clock, new TokenRecords(tokens, recordsConfig));
  logins = new Logins(
    new LoginLimit(5),
    new StateCookies(config, true),
    new OpenLogins(config, clock, states),
    new BrowserSession(
      clock,
      lifetime,
      new SessionCookies(config, true),
      new Tokens(clock, tokens),
      authenticator,
      new Authentications(clock, lifetime, tokens, authenticator),
    ),
    new RefusedLogins(clock, { append: () => Promise.resolve() }),
    new LoginPage(true),
    new AuthenticationPresenter(true),
  );
});

/** Begins a login as a page behind a prefix does. @returns the state. */
async function begin(http: FakeExchange, state = ''): Promise<string> {
  const request = create(fliptAuth.AuthorizeURLRequestSchema, { provider: 'acme', state });
  const { authorizeUrl } = await logins.begin(provider, request, aCall({ http }));
  return new URL(authorizeUrl).searchParams.get('state') ?? '';
}

async function finish(
  answer: Readonly<Record<'code' | 'state', string>>,
  call: RpcCall,
  by: LoginProvider | undefined = provider,
): Promise<fliptAuth.CallbackResponse> {
  return logins.finish(by, create(fliptAuth.CallbackRequestSchema, { provider: 'acme', ...answer }), call);
}

function browserWith(state: string, http = new FakeExchange('GET', '/flags', ROUTE)): RpcCall {
  return aCall({ http, cookie: (name) => (name === 'service_client_state' ? state : undefined) });
}

/** Names of the cookies that were set to a value, and of those that were deleted. */
function cookiesOf({ cookies }: FakeExchange): Readonly<Record<'set' | 'deleted', readonly string[]>> {
  const names = (isDeleted: boolean): readonly string[] =>
    cookies.filter(([, value]) => (value === '') === isDeleted).map(([name]) => name);
  return { set: names(false), deleted: names(true) };
}

describe('a login', () => {
  it('is begun with secrets that the provider hears of, and finished with the same', async () => {
    const http = new FakeExchange('GET', '/flags', ROUTE);
    const state = await begin(http, '/shop');
    const [begun] = provider.authorizeUrl.mock.calls[0] ?? [];
    expect(begun).toMatchObject({
      redirectUri: 'https://flags.example/base/auth/v1/method/oidc/acme/callback',
    });
    expect(http.cookies.every(([, , { path }]) => path === '/flags/auth/v1/method/oidc/acme/callback')).toBe(
      true,
    );
    const back = new FakeExchange('GET', '/flags', ROUTE);
    const answer = await finish({ code: 'good', state }, browserWith(state, back));
    const [, login] = provider.identify.mock.calls[0] ?? [];
    const { state: _state, ...secrets } = begun as unknown as Record<string, string>;
    expect(_state).toBe(state);
    expect(login).toMatchObject(secrets);
    expect(answer.clientToken).toBe('');
    expect(answer.authentication?.metadata).toMatchObject({ 'io.service.auth.oidc.sub': 'ada' });
    expect(back.location).toBe('/flags/shop');
    expect(cookiesOf(back)).toEqual({
      set: ['service_client_token', 'flipt_client_token'],
      deleted: ['service_client_state'],
    });
  });

  it.each<[string, { code: string; state: string }, ErrorCode]>([
    ['without a code', { code: '', state: '' }, 'UNAUTHENTICATED'],
    ['with a bad code', { code: 'bad', state: '' }, 'UNAUTHENTICATED'],
  ])('%s opens no session, and its state is used up', async (_, answer, code) => {
    const state = await begin(new FakeExchange('GET'));
    const http = new FakeExchange('GET', '', ROUTE);
    const call = browserWith(state, http);
    const message = 'the login was not confirmed by the provider';
    await expect(finish({ ...answer, state }, call)).rejects.toMatchObject({ code, message });
    expect(cookiesOf(http)).toEqual({ set: [], deleted: ['service_client_state'] });
    expect(http.location).toBeUndefined();
    await expect(finish({ code: 'good', state }, call)).rejects.toThrow('unexpected state parameter');
  });

  it('is about its state first, then about its provider, and both before a code is exchanged', async () => {
    const none = logins.finish(
      undefined,
      create(fliptAuth.CallbackRequestSchema, { provider: 'x', code: 'good' }),
      browserWith(''),
    );
    await expect(none).rejects.toThrow('missing state parameter');
    const unknown = logins.finish(
      undefined,
      create(fliptAuth.CallbackRequestSchema, { provider: 'x', code: 'good', state: 'mine' }),
      browserWith('mine'),
    );
    await expect(unknown).rejects.toThrow('requested provider "x": provider not found');
    expect(provider.identify).not.toHaveBeenCalled();
  });

  it('is one of as many steps as an address may take', async () => {
    for (let step = 0; step < 5; step++) await begin(new FakeExchange('GET'));
    await expect(begin(new FakeExchange('GET'))).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED' });
    await expect(finish({ code: 'good', state: 'x' }, browserWith('x'))).rejects.toThrow('too many logins');
  });

  it('does not begin while the store cannot be reached: the browser keeps nothing', async () => {
    states.failWith(new UnavailableError('away'));
    const http = new FakeExchange('GET');
    await expect(begin(http)).rejects.toThrow(UnavailableError);
    expect(http.cookies).toEqual([]);
  });
});
