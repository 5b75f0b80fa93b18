import { LoginStateStore, type Instant, type LoginState } from '@pennon/domain';
import { type Database } from './database/database';
import { LoginStateStore as Rows } from './stores/login-state.store';

/** Logins under way in the database; every call is a transaction of its own. */
export class DatabaseLoginStateStore extends LoginStateStore {
  constructor(private readonly database: Database) {
    super();
  }

  async put(login: LoginState, atMost: number): Promise<void> {
    await this.write(async (rows) => {
      await rows.put(login);
      await rows.trim(atMost);
    });
  }

  async take(stateHash: string): Promise<LoginState | undefined> {
    const login = await this.database.read((manager) => new Rows(manager).find(stateHash));
    // Of several that found it, whatever the database isolates, only one deletes it.
    const isTaken = login !== undefined && (await this.write((rows) => rows.delete(login)));
    return isTaken ? login : undefined;
  }

  async deleteExpired(before: Instant): Promise<number> {
    return this.write((rows) => rows.deleteExpired(before));
  }

  private async write<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    return this.database.write((manager) => work(new Rows(manager)));
  }
}
