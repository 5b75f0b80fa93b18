import { EntitySchema } from 'typeorm';
import { bigint, id, mark } from './columns';

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
