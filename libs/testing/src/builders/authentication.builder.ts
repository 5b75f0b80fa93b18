import type { Authentication, LoginState } from '@pennon/domain';
import { SOME_MOMENT, someTimes } from './moments';

/** A static token that never expires; its name is its id. */
export function anAuthentication(id: string, changes: Partial<Authentication> = {}): Authentication {
  return {
    id,
    method: 'token',
    expiresAt: undefined,
    metadata: { 'io.service.auth.token.name': id },
    ...someTimes,
    ...changes,
  };
}

/** A login at `oidc/acme` that expires at some moment; what is secret of it is told by its hash. */
export function aLoginState(stateHash: string, changes: Partial<LoginState> = {}): LoginState {
  return {
    stateHash,
    provider: 'oidc/acme',
    nonce: `nonce of ${stateHash}`,
    codeVerifier: `verifier of ${stateHash}`,
    redirectUri: 'https://flags.example/auth/v1/method/oidc/acme/callback',
    returnPath: '/',
    previousSession: '',
    expiresAt: SOME_MOMENT,
    ...changes,
  };
}
