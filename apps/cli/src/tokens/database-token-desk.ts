import { issueStaticToken, Tokens } from '@pennon/auth';
import { NotFoundError, quote, SERVICE_ORIGIN, type ChangeSink } from '@pennon/domain';
import { DatabaseTokenStore, SystemClock, type Database } from '@pennon/storage';
import { type TokenDesk, type TokenRecord, type WantedToken } from './token-desk';

/** How many records are read at once. */
const PAGE_SIZE = 100;

/** Tokens in the database, without a server in between. */
export class DatabaseTokenDesk implements TokenDesk {
  private readonly store: DatabaseTokenStore;

  /**
   * @param sink Tells running servers of tokens that are revoked, where the database does not tell them itself.
   * @param close Closes the database.
   */
  constructor(
    database: Database,
    private readonly sink: ChangeSink | undefined,
    readonly close: () => Promise<void>,
  ) {
    this.store = new DatabaseTokenStore(database);
  }

  async create(wanted: WantedToken): Promise<{ readonly clientToken: string; readonly record: TokenRecord }> {
    const tokens = new Tokens(new SystemClock(), this.store);
    const { clientToken, authentication } = await issueStaticToken(tokens, wanted, SERVICE_ORIGIN);
    return { clientToken, record: authentication };
  }

  async *list(): AsyncGenerator<TokenRecord> {
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const page = await this.store.list({ method: 'token', limit: PAGE_SIZE, offset });
      yield* page;
      if (page.length < PAGE_SIZE) return;
    }
  }

  async delete(id: string): Promise<void> {
    const found = await this.store.find(id);
    if (found?.method !== 'token') throw new NotFoundError(`there is no token with the id ${quote(id)}`);
    await this.store.delete(id, { origin: SERVICE_ORIGIN, at: new SystemClock().now() });
    this.sink?.publish({ kind: 'tokens' });
  }
}
