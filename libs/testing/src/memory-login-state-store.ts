import { LoginStateStore, type Instant, type LoginState } from '@pennon/domain';

/** Holds logins under way in memory, and can be made to fail. */
export class MemoryLoginStateStore extends LoginStateStore {
  private logins: readonly LoginState[] = [];
  private failure: Error | undefined;

  /** Fails every call from now on, or none with undefined. */
  failWith(failure: Error | undefined): void {
    this.failure = failure;
  }

  async put(login: LoginState, atMost: number): Promise<void> {
    await this.reach();
    const others = this.without(login.stateHash);
    const byExpiry = [...others, { ...login }].sort((one, other) => one.expiresAt - other.expiresAt);
    this.logins = byExpiry.slice(-atMost);
  }

  async take(stateHash: string): Promise<LoginState | undefined> {
    await this.reach();
    const login = this.logins.find((each) => each.stateHash === stateHash);
    this.logins = this.without(stateHash);
    return login;
  }

  async deleteExpired(before: Instant): Promise<number> {
    await this.reach();
    const left = this.logins.filter(({ expiresAt }) => expiresAt >= before);
    const count = this.logins.length - left.length;
    this.logins = left;
    return count;
  }

  private without(stateHash: string): readonly LoginState[] {
    return this.logins.filter((login) => login.stateHash !== stateHash);
  }

  private async reach(): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
  }
}
