import { EntitySchema } from 'typeorm';
import { type Authentication, type Instant } from '@pennon/domain';
import { hash, id, optionalBigint, text, timestamps, word } from './columns';

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
