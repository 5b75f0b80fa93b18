import { type LoginState } from '@pennon/domain';
import { SOME_MOMENT } from './moments';

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
