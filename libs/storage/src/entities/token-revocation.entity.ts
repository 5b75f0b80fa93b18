import { EntitySchema } from 'typeorm';
import { bigint, id } from './columns';

/** An authentication that was deleted by its id, or made to expire at another moment. */
export interface TokenRevocation {
  /** What it raised the revision to. */
  readonly revision: number;
  readonly authenticationId: string;
}

export const TokenRevocationEntity = new EntitySchema<TokenRevocation>({
  name: 'TokenRevocation',
  tableName: 'token_revocations',
  columns: {
    revision: { ...bigint('revision'), primary: true },
    authenticationId: id('authentication_id'),
  },
});
