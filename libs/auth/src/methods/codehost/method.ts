import { fliptAuth } from '@pennon/proto';
import { type LoginMethod, loginAt } from '../login/login-method';
import { CodehostController } from './codehost.controller';
import { CodehostProvider } from './codehost-provider';

/** Logins of people at the code host. */
export const codehostMethod: LoginMethod = {
  rpcs: {
    service: fliptAuth.AuthenticationMethodGithubService,
    controller: CodehostController,
    areOpen: true,
  },
  providers: ({ authentication: { methods, methodNames }, authorization }) => [
    {
      provide: CodehostProvider,
      useFactory: () => new CodehostProvider(methods.codehost, methodNames.codehost, authorization.required),
    },
  ],
  loginPaths: ({ base, config: { methodNames } }) => loginAt(`${base}/${methodNames.codehost}`),
};
