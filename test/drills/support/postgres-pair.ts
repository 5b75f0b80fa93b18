import { TcpProxy } from '../../support/tcp-proxy';
import { Instances } from './instances';
import { PrivatePostgres } from './private-postgres';
import { type Env } from './tiers';

/**
 * A primary of PostgreSQL with a database `flags`, a standby that follows it, and an address that can move between
 * them.
 */
export class PostgresPair {
  private instances: Instances | undefined;

  private constructor(
    readonly primary: PrivatePostgres,
    readonly standby: PrivatePostgres,
    private readonly address: TcpProxy,
  ) {}

  /** Starts both. The address leads to the primary. */
  static async create(): Promise<PostgresPair> {
    const primary = await PrivatePostgres.create();
    await primary.createDatabase('flags');
    const standby = await primary.createStandby();
    return new PostgresPair(primary, standby, await TcpProxy.to(primary.ownPort));
  }

  /** Of the database, at the address. */
  get url(): string {
    return this.primary.url('flags', this.address.port);
  }

  /** Starts instances of Pennon, which find the database at the address unless `env` says otherwise. */
  async startInstances(env: Env): Promise<Instances> {
    this.instances = await Instances.start({
      PENNON_DB_URL: this.url,
      ...env,
    });
    return this.instances;
  }

  /** Resolves when the standby has all that the primary has. */
  async isCaughtUp(): Promise<void> {
    await this.standby.isCaughtUpWith(this.primary);
  }

  /** Promotes the standby and moves the address to it. Connections to the primary stay open. */
  async handOver(): Promise<void> {
    await this.standby.promote();
    this.address.lead(this.standby.ownPort);
  }

  /** Stops the instances and removes both servers. */
  async remove(): Promise<void> {
    await this.instances?.stop();
    await this.address.close();
    await this.standby.remove();
    await this.primary.remove();
  }
}
