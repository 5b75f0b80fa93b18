import { type LoginMethod, loginAt } from '../login/login-method';
import { EmailPolicy } from './email-policy';
import { OidcController } from './oidc.controller';
import { OidcProviders } from './oidc-provider';

/** Logins of people at identity providers. */
export const oidcMethod: LoginMethod = {
  controller: OidcController,
  providers: ({ authentication: { methods }, authorization }) => [
    {
      provide: OidcProviders,
      useFactory: (emails: EmailPolicy) => new OidcProviders(methods.oidc, emails, authorization.required),
      inject: [EmailPolicy],
    },
  ],
  loginPaths: ({ base, config: { methods } }) => {
    const names = Object.keys(methods.oidc.providers);
    return { providers: Object.fromEntries(names.map((name) => [name, loginAt(`${base}/oidc/${name}`)])) };
  },
};
