import { In, LessThan, type EntityManager } from 'typeorm';
import { type Instant, type LoginState } from '@pennon/domain';
import { LoginStateEntity } from '../entities/authentication.entity';

/** Logins under way, each under the hash of its state. */
export class LoginStateStore {
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
