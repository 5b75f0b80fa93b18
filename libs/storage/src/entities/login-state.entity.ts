import { EntitySchema } from 'typeorm';
import { type LoginState } from '@pennon/domain';
import { bigint, hash, idOrNone, key, text } from './columns';

export const LoginStateEntity = new EntitySchema<LoginState>({
  name: 'LoginState',
  tableName: 'login_states',
  columns: {
    stateHash: { ...hash('state_hash'), primary: true },
    provider: key('provider'),
    nonce: hash('nonce'),
    codeVerifier: hash('code_verifier'),
    redirectUri: text('redirect_uri'),
    returnPath: text('return_path'),
    previousSession: idOrNone('previous_session'),
    expiresAt: bigint('expires_at'),
  },
});
