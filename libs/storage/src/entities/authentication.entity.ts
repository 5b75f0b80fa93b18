import { EntitySchema } from 'typeorm';
import type { Authentication, Instant, LoginState } from '@pennon/domain';
import { bigint, hash, id, idOrNone, key, mark, optionalBigint, text, timestamps, word } from './columns';

/** An authentication as a row, with the hash it is found by. */
export interface AuthenticationRow extends Omit<Authentication, 'expiresAt' | 'metadata'> {
  readonly tokenHash: string;
  readonly expiresAt: Instant | null;
  /** JSON text of an object of strings, members in order. */
  readonly metadata: string;
}

export const AuthenticationEntity = new EntitySchema<AuthenticationRow>({
  name: 'Authentication',
  tableName: 'authentications',
  columns: {
    id: { ...id('id'), primary: true },
    tokenHash: hash('hashed_client_token'),
    method: word('method'),
    expiresAt: optionalBigint('expires_at'),
    metadata: text('metadata'),
    ...timestamps,
  },
});

/** An authentication that was deleted by its id, or made to expire at another moment. */
export interface TokenRevocation {
  /** What it raised the revision to. */
  readonly revision: number;
  /** The mark of the revision before. */
  readonly markBefore: string;
  readonly authenticationId: string;
}

export const TokenRevocationEntity = new EntitySchema<TokenRevocation>({
  name: 'TokenRevocation',
  tableName: 'token_revocations',
  columns: {
    revision: { ...bigint('revision'), primary: true },
    markBefore: mark('mark_before'),
    authenticationId: id('authentication_id'),
  },
});

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
