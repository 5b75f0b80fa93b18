import { execFile, execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type Certificates } from '../../support/certificates';
import { eventually } from '../../support/eventually';
import { freePort } from '../../support/free-port';
import { findProgram } from '../../support/programs';
import { ServiceProcess, type ProcessOwner } from './service-process';

/** What a drill with a server of its own needs. */
export const postgresPrograms = ['initdb', 'postgres', 'pg_basebackup'] as const;

const USER = 'pennon';

const run = promisify(execFile);

/** A PostgreSQL server of a drill's own, which it may hang, kill and start again. */
export class PrivatePostgres {
  private server: ServiceProcess | undefined;

  private constructor(
    private readonly directory: string,
    private readonly port: number,
    private readonly owner: ProcessOwner,
  ) {}

  /** Settings beside those that every one has. */
  private settings: Readonly<Record<string, string>> = {};

  /**
   * Makes a server with no data, and starts it.
   *
   * @param tls Its key and certificate, with which it offers TLS; it does not without.
   */
  static async create(tls?: Pick<Certificates, 'key' | 'cert'>): Promise<PrivatePostgres> {
    const postgres = await PrivatePostgres.at();
    if (tls !== undefined) postgres.offerTls(tls);
    const options = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync', `--username=${USER}`];
    await run(programPath('initdb'), [...options, postgres.data], postgres.owner);
    await postgres.start();
    return postgres;
  }

  /** Makes a standby that follows this server, and starts it. It answers reads. */
  async createStandby(): Promise<PrivatePostgres> {
    const standby = await PrivatePostgres.at();
    const source = ['--host=127.0.0.1', `--port=${this.port}`, `--username=${USER}`];
    const options = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync', `--pgdata=${standby.data}`];
    await run(programPath('pg_basebackup'), [...source, ...options], standby.owner);
    await standby.start();
    return standby;
  }

  private static async at(): Promise<PrivatePostgres> {
    const directory = mkdtempSync(join(tmpdir(), 'pennon-postgres-'));
    const owner = ownerOfServers();
    if (owner.uid !== undefined) chownSync(directory, owner.uid, owner.gid ?? owner.uid);
    return new PrivatePostgres(directory, await freePort(), owner);
  }

  /** Has it offer TLS with this key and certificate, from its next start on. */
  offerTls({ key, cert }: Pick<Certificates, 'key' | 'cert'>): void {
    this.settings = {
      ssl: 'on',
      ssl_key_file: this.ownFile('server.key', key),
      ssl_cert_file: this.ownFile('server.crt', cert),
    };
  }

  /** A file of the server's own, which nobody else may read. */
  private ownFile(name: string, content: Buffer): string {
    const path = join(this.directory, name);
    const { uid, gid = uid } = this.owner;
    writeFileSync(path, content, { mode: 0o600 });
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
    return path;
  }

  /** Where a database of this server is. @param port Of a proxy in front of it, if not its own. */
  url(database: string, port = this.port): string {
    return `postgres://${USER}@127.0.0.1:${port}/${database}`;
  }

  get ownPort(): number {
    return this.port;
  }

  /** Starts it again, with the data it had. */
  async start(): Promise<void> {
    // What a killed process has written the machine still has, so nothing need wait for the disk.
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
      shared_buffers: '16MB',
      max_connections: '60',
      port: `${this.port}`,
      ...this.settings,
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.server = new ServiceProcess(programPath('postgres'), ['-D', this.data, ...options], this.owner);
    await this.server.isReady(() => this.query('SELECT 1'));
  }

  hang(): void {
    this.server?.hang();
  }

  goOn(): void {
    this.server?.goOn();
  }

  async kill(): Promise<void> {
    await this.server?.kill();
  }

  /** Ends the server and removes its data. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Makes a tablespace in that directory, which becomes the server's own. */
  async createTablespace(name: string, directory: string): Promise<void> {
    const { uid, gid = uid } = this.owner;
    if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
    await this.query(`CREATE TABLESPACE "${name}" LOCATION '${directory}'`);
  }

  /** Makes a database, and returns its URL. @param options Of the statement that makes it. */
  async createDatabase(name: string, options = ''): Promise<string> {
    await this.query(`CREATE DATABASE "${name}" ${options}`);
    return this.url(name);
  }

  /** Has a standby stay as it is, whatever is written. Resolves when it does. */
  async stopFollowing(): Promise<void> {
    await this.query('SELECT pg_wal_replay_pause()');
    await eventually(async () => {
      const [row] = await this.query<{ readonly state: string }>(
        'SELECT pg_get_wal_replay_pause_state() AS state',
      );
      if (row?.state !== 'paused') throw new Error(`the standby still follows: ${row?.state}`);
    });
  }

  /** Has a standby go on to follow. */
  async goOnFollowing(): Promise<void> {
    await this.query('SELECT pg_wal_replay_resume()');
  }

  /** Resolves when this standby has what the primary has written so far. */
  async isCaughtUpWith(primary: PrivatePostgres): Promise<void> {
    const [row] = await primary.query<{ readonly lsn: string }>('SELECT pg_current_wal_lsn() AS lsn');
    await eventually(async () => {
      const [caughtUp] = await this.query<{ readonly yes: boolean }>(
        `SELECT pg_last_wal_replay_lsn() >= '${row?.lsn}' AS yes`,
      );
      expect(caughtUp?.yes).toBe(true);
    });
  }

  /** Makes a standby the primary, with what it has. Resolves when it takes writes. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote()');
  }

  /** Ends every connection but its own, as an administrator does. */
  async endConnections(): Promise<void> {
    await this.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`);
  }

  /** Runs a statement on a connection of its own, and returns the rows. */
  async query<Row extends object>(sql: string, database = 'postgres'): Promise<readonly Row[]> {
    const client = new Client({ connectionString: this.url(database), connectionTimeoutMillis: 5_000 });
    // A server that goes away is told by the query.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  private get data(): string {
    return join(this.directory, 'data');
  }
}

function programPath(name: (typeof postgresPrograms)[number]): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is not found on this machine`);
  return path;
}

/** PostgreSQL refuses to run as root; its packages come with a user of their own. */
function ownerOfServers(): ProcessOwner {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((option) =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' })),
  );
  return { uid, gid } as Required<ProcessOwner>;
}
