import { fliptAuth } from '@pennon/proto';
import { type MethodsConfig } from '@pennon/config';
import { type LoginMethod, loginAt } from '../login/login-method';
import { EmailPolicy } from './email-policy';
import { OidcController } from './oidc.controller';
import { OidcProviders } from './oidc-provider';

/** Logins of people at identity providers. */
export const oidcMethod: LoginMethod = {
  rpcs: { service: fliptAuth.AuthenticationMethodOIDCService, controller: OidcController, areOpen: true },
  providers: ({ authentication: { methods }, authorization }) => [
    {
      provide: OidcProviders,
      useFactory: () => new OidcProviders(methods.oidc, policyOf(methods), authorization.required),
    },
  ],
  check: ({ authentication: { methods } }) => policyOf(methods).check,
  loginPaths: ({ base, config: { methods } }) => {
    const names = Object.keys(methods.oidc.providers);
    return { providers: Object.fromEntries(names.map((name) => [name, loginAt(`${base}/oidc/${name}`)])) };
  },
};

function policyOf({ oidc }: MethodsConfig): EmailPolicy {
  return new EmailPolicy(oidc.emailMatches);
}
