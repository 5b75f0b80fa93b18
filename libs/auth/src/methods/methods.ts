import { type AuthenticationMethod } from '@pennon/domain';
import { codehostMethod } from './codehost/method';
import { jwtMethod } from './jwt/method';
import { type LoginMethod } from './login/login-method';
import { oidcMethod } from './oidc/method';
import { orchestratorMethod } from './orchestrator/method';
import { tokenMethod } from './token/method';

const methods: Readonly<Record<AuthenticationMethod, LoginMethod>> = {
  token: tokenMethod,
  codehost: codehostMethod,
  oidc: oidcMethod,
  orchestrator: orchestratorMethod,
  jwt: jwtMethod,
};

/** Every login method with its name, in the order in which the API lists them. */
// `Object.entries` forgets which names there are.
export const loginMethods = Object.entries(methods) as readonly [AuthenticationMethod, LoginMethod][];

/** The services whose RPCs are logins. */
export const loginServices = loginMethods.flatMap(([, { rpcs }]) => (rpcs?.areOpen ? [rpcs.service] : []));
