import { create } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import type { RpcCall } from '@pennon/api';
import { fliptAuth } from '@pennon/proto';
import { aCall } from '../../../../test/support/fake-call';
import { FakeExchange } from '../../../../test/support/fake-exchange';
import { configFor } from '../../../../test/support/temporary-database';
import { MethodSettings, PublicAuthenticationController } from './public-authentication.controller';

const { Method } = fliptAuth;

/** The list with these settings. */
function list(env: NodeJS.ProcessEnv, call: RpcCall = aCall()): readonly fliptAuth.MethodInfo[] {
  const { authentication } = configFor('file:/nonexistent/pennon.db', env);
  return new PublicAuthenticationController(new MethodSettings(authentication)).list(
    create(EmptySchema),
    call,
  ).methods;
}

const oidc = Object.fromEntries(
  ['ACME', 'CORP'].flatMap((name) =>
    Object.entries({
      ISSUER_URL: 'https://idp.example.com',
      CLIENT_ID: 'id',
      CLIENT_SECRET: 'hunter2',
      REDIRECT_ADDRESS: 'https://flags.example.com',
    }).map(([key, value]) => [`PENNON_AUTHENTICATION_METHODS_OIDC_PROVIDERS_${name}_${key}`, value]),
  ),
);

describe('the list of methods', () => {
  it('has all five in this order, whether they are on or not', () => {
    const methods = list({ PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true' });
    expect(
      methods.map(({ method, enabled, sessionCompatible }) => [method, enabled, sessionCompatible]),
    ).toEqual([
      [Method.TOKEN, true, false],
      [Method.CODEHOST, false, true],
      [Method.OIDC, false, true],
      [Method.ORCHESTRATOR, false, false],
      [Method.JWT, false, false],
    ]);
  });

  it('says where to log in, also where that is switched off, and of a provider nothing but its name', () => {
    expect(list(oidc).map(({ metadata }) => metadata)).toEqual([
      undefined,
      {
        authorize_url: '/auth/v1/method/codehost/authorize',
        callback_url: '/auth/v1/method/codehost/callback',
      },
      {
        providers: {
          acme: {
            authorize_url: '/auth/v1/method/oidc/acme/authorize',
            callback_url: '/auth/v1/method/oidc/acme/callback',
          },
          corp: {
            authorize_url: '/auth/v1/method/oidc/corp/authorize',
            callback_url: '/auth/v1/method/oidc/corp/callback',
          },
        },
      },
      undefined,
      undefined,
    ]);
  });

  it('has no providers when there are none', () => {
    expect(list({})[2]?.metadata).toEqual({ providers: {} });
  });

  it('has the paths of the name by which the code host is configured', () => {
    const env = { PENNON_AUTHENTICATION_METHODS_GITHUB_ENABLED: 'false' };
    expect(list(env)[1]?.metadata).toEqual({
      authorize_url: '/auth/v1/method/github/authorize',
      callback_url: '/auth/v1/method/github/callback',
    });
  });

  it('puts the prefix that the browser sees before the paths', () => {
    const call = aCall({ http: new FakeExchange('GET', '/flags') });
    expect(list({}, call)[1]?.metadata).toEqual({
      authorize_url: '/flags/auth/v1/method/codehost/authorize',
      callback_url: '/flags/auth/v1/method/codehost/callback',
    });
  });
});
