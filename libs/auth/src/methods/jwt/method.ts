import { type LoginMethod } from '../login/login-method';
import { issuerKeys, JwtAuthenticator } from './jwt-authenticator';

/** JSON web tokens. Each request has one, so there is no login. */
export const jwtMethod: LoginMethod = {
  authenticators: ({ authentication: { methods }, authorization }, clock) => ({
    jwt: new JwtAuthenticator(methods.jwt, clock, issuerKeys(methods.jwt), authorization.required),
  }),
};
