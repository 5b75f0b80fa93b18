import { TokenRecords, type StoredMethod, type TokenRecord } from '@pennon/domain';
import { type Database } from './database';
import { AuthenticationStore } from './stores/authentication.store';

/** How many records are read at once. */
const BATCH_SIZE = 500;

/** Records of client tokens in the database, read in batches, each a transaction of its own. */
export class DatabaseTokenRecords extends TokenRecords {
  constructor(private readonly database: Database) {
    super();
  }

  async *list(method: StoredMethod): AsyncGenerator<TokenRecord, void, undefined> {
    let lastId = '';
    for (;;) {
      const batch = await this.readAfter(method, lastId);
      yield* batch;
      if (batch.length < BATCH_SIZE) return;
      lastId = batch.at(-1)?.authentication.id ?? lastId;
    }
  }

  private async readAfter(method: StoredMethod, id: string): Promise<readonly TokenRecord[]> {
    return this.database.read((manager) =>
      new AuthenticationStore(manager).listWithHashes(method, id, BATCH_SIZE),
    );
  }
}
