import { In, LessThan, type EntityManager } from 'typeorm';
import { LoginStateStore, type Instant, type LoginState } from '@pennon/domain';
import { type Database } from './database/database';
import { LoginStateEntity } from './entities/authentication.entity';

/** Logins under way, each under the hash of its state. */
class LoginStateRows {
  constructor(private readonly manager: EntityManager) {}

  /** Adds a login, in place of one with the same hash. */
  async put(login: LoginState): Promise<void> {
    await this.manager.delete(LoginStateEntity, { stateHash: login.stateHash });
    await this.manager.insert(LoginStateEntity, login);
  }

  /** The login under that hash, expired or not, or undefined. */
  async find(stateHash: string): Promise<LoginState | undefined> {
    return (await this.manager.findOneBy(LoginStateEntity, { stateHash })) ?? undefined;
  }

  /** Deletes this very login, and returns false when it is not there any more. */
  async delete({ stateHash, nonce }: LoginState): Promise<boolean> {
    const { affected } = await this.manager.delete(LoginStateEntity, { stateHash, nonce });
    return affected === 1;
  }

  /** Deletes the logins that expired before that moment, and returns how many. */
  async deleteExpired(before: Instant): Promise<number> {
    const { affected } = await this.manager.delete(LoginStateEntity, { expiresAt: LessThan(before) });
    return affected ?? 0;
  }

  /** Deletes the logins that expire first, until there are no more than that many. */
  async trim(atMost: number): Promise<void> {
    const surplus = (await this.manager.count(LoginStateEntity)) - atMost;
    if (surplus <= 0) return;
    const first = await this.manager.find(LoginStateEntity, {
      select: { stateHash: true },
      order: { expiresAt: 'ASC', stateHash: 'ASC' },
      take: surplus,
    });
    await this.manager.delete(LoginStateEntity, { stateHash: In(first.map(({ stateHash }) => stateHash)) });
  }
}

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
    const login = await this.database.read((manager) => new LoginStateRows(manager).find(stateHash));
    // Of several that found it, whatever the database isolates, only one deletes it.
    const isTaken = login !== undefined && (await this.write((rows) => rows.delete(login)));
    return isTaken ? login : undefined;
  }

  async deleteExpired(before: Instant): Promise<number> {
    return this.write((rows) => rows.deleteExpired(before));
  }

  private async write<T>(work: (rows: LoginStateRows) => Promise<T>): Promise<T> {
    return this.database.write((manager) => work(new LoginStateRows(manager)));
  }
}
