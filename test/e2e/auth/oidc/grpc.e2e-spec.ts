import { fliptAuth } from '@pennon/proto';
import { logInAt } from '../../../support/auth-identity-provider';
import { useOidcServer } from '../../../support/auth-oidc-server';
import { GrpcClient, type GrpcOutcome } from '../../../support/grpc-client';

const { method } = fliptAuth.AuthenticationMethodOIDCService;
const { getAuthenticationSelf } = fliptAuth.AuthenticationService.method;

describe('login by OpenID Connect over gRPC', () => {
  const oidc = useOidcServer();
  let client: GrpcClient;

  beforeEach(() => {
    client = new GrpcClient(oidc.server.grpcAddress);
  });
  afterEach(() => {
    client.close();
  });

  /** Leaves for the provider and comes back: the code, and the state that the address had. */
  async function leave(state: string, provider = 'acme'): Promise<{ code: string; state: string }> {
    const outcome = await client.call(method.authorizeURL, { provider, state });
    if (!('message' in outcome)) throw new Error(outcome.details);
    const back = new URL(await logInAt(oidc.newBrowser(), outcome.message.authorizeUrl, 'ada')).searchParams;
    return { code: back.get('code') ?? '', state: back.get('state') ?? '' };
  }

  it.each(['service_client_state', 'flipt_client_state'])(
    'takes the caller’s state as it is, and back in %s; the token is in the message',
    async (name) => {
      const { code, state } = await leave(`state of ${name}`);
      expect(state).toBe(`state of ${name}`);
      const request = { provider: 'acme', code, state };
      const outcome = await client.call(method.callback, request, { metadata: { [name]: state } });
      if (!('message' in outcome)) throw new Error(outcome.details);
      const { clientToken, authentication } = outcome.message;
      expect(authentication).toMatchObject({
        method: fliptAuth.Method.OIDC,
        metadata: { 'io.service.auth.oidc.sub': 'ada', 'io.flipt.auth.oidc.sub': 'ada' },
      });
      const metadata = { authorization: `Bearer ${clientToken}` };
      const self = await client.call(getAuthenticationSelf, {}, { metadata });
      expect(self).toMatchObject({ message: { id: authentication?.id } });
    },
  );

  it('makes a state for whoever brings none', async () => {
    const [first, second] = [await leave(''), await leave(' ')];
    expect(first.state.length).toBeGreaterThan(88);
    expect(second.state).not.toBe(first.state);
  });

  it('a callback needs the state twice, the same, and once', async () => {
    const { code, state } = await leave('mine');
    const finish = async (
      given: string,
      metadata: Readonly<Record<string, string>>,
    ): Promise<GrpcOutcome<fliptAuth.CallbackResponse>> =>
      client.call(method.callback, { provider: 'acme', code, state: given }, { metadata });
    const missing = { code: 16, details: 'missing state parameter' };
    const unexpected = { code: 16, details: 'unexpected state parameter' };
    expect(await finish('', { service_client_state: state })).toEqual(missing);
    expect(await finish('', { service_client_state: '' })).toEqual(missing);
    expect(await finish(state, {})).toEqual(missing);
    expect(await finish(state, { 'grpcgateway-cookie': `service_client_state=${state}` })).toEqual(missing);
    expect(await finish(state, { service_client_state: 'other' })).toEqual(unexpected);
    expect(await finish('other', { service_client_state: 'other' })).toEqual(unexpected);
    // Ours beats the other.
    const both = { service_client_state: 'other', flipt_client_state: state };
    expect(await finish(state, both)).toEqual(unexpected);
    expect(await finish(state, { service_client_state: state })).toHaveProperty('message');
    expect(await finish(state, { service_client_state: state })).toEqual(unexpected);
  });

  it('names a provider that there is none of', async () => {
    const outcome = await client.call(method.authorizeURL, { provider: 'nope' });
    expect(outcome).toEqual({ code: 5, details: 'requested provider "nope": provider not found' });
  });

  it('a method that is off is not there', async () => {
    const { authorizeURL } = fliptAuth.AuthenticationMethodGithubService.method;
    expect(await client.call(authorizeURL, {})).toMatchObject({ code: 12 });
  });
});
