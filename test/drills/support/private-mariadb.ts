import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { type Certificates } from '../../support/certificates';
import { freePort } from '../../support/free-port';
import { findProgram } from '../../support/programs';
import { ServiceProcess } from './service-process';

/** What a test with a MariaDB of its own needs. */
export const mariadbPrograms = ['mariadb-install-db', 'mariadbd', 'mariadb', 'mariadb-dump'] as const;

/** May do anything, but over TLS alone. */
const USER = 'pennon';

/** What the server does first, at every start. */
const INIT = `CREATE DATABASE IF NOT EXISTS flags;
CREATE USER IF NOT EXISTS '${USER}'@'%' REQUIRE SSL;
GRANT ALL ON *.* TO '${USER}'@'%';
`;

const run = promisify(execFile);

/** A MariaDB of a test's own that offers TLS, with an empty database `flags`. */
export class PrivateMariadb {
  private server: ServiceProcess | undefined;
  private readonly directory = mkdtempSync(join(tmpdir(), 'pennon-mariadb-'));

  private constructor(private readonly port: number) {}

  /** Makes a server with no data, and starts it with that key and certificate. */
  static async create(tls: Pick<Certificates, 'key' | 'cert'>): Promise<PrivateMariadb> {
    const mariadb = new PrivateMariadb(await freePort());
    const options = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
    await run(programPath('mariadb-install-db'), [...mariadb.common, ...options]);
    await mariadb.start(tls);
    return mariadb;
  }

  /** Where the database `flags` is, over TLS or not at all. */
  get url(): string {
    return `mysql://${USER}@localhost:${this.port}/flags`;
  }

  get ownPort(): number {
    return this.port;
  }

  /** Runs statements as whoever may do anything. */
  async run(sql: string): Promise<void> {
    await run(programPath('mariadb'), [...this.asRoot, `--execute=${sql}`]);
  }

  /** Has this server have what another one has now, and nothing else. */
  async copyFrom(other: PrivateMariadb): Promise<void> {
    const file = join(this.directory, 'copy.sql');
    await run(programPath('mariadb-dump'), [...other.asRoot, `--result-file=${file}`, 'flags']);
    await run(programPath('mariadb'), [...this.asRoot, `--execute=source ${file}`, 'flags']);
  }

  private get asRoot(): readonly string[] {
    return ['--no-defaults', `--socket=${join(this.directory, 'socket')}`, '--user=root'];
  }

  /** Starts it, with the data that it has and that key and certificate. */
  async start({ key, cert }: Pick<Certificates, 'key' | 'cert'>): Promise<void> {
    const init = this.file('init.sql', INIT);
    const settings = {
      'init-file': init,
      'ssl-key': this.file('server.key', key),
      'ssl-cert': this.file('server.crt', cert),
      'bind-address': '127.0.0.1',
      port: `${this.port}`,
      socket: join(this.directory, 'socket'),
      'innodb-buffer-pool-size': '16M',
      'innodb-flush-log-at-trx-commit': '0',
    };
    const options = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    this.server = new ServiceProcess(programPath('mariadbd'), [...this.common, ...options]);
    await this.server.isReady(() => this.knock());
  }

  async kill(): Promise<void> {
    await this.server?.kill();
  }

  /** Ends the server and removes its data. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Resolves when the user may connect, whatever the certificate is. */
  private async knock(): Promise<void> {
    const { port } = this;
    const ssl = { rejectUnauthorized: false };
    const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: USER, ssl });
    await connection.end();
  }

  /** What the server and the maker of its data are told alike. It refuses to run as root unless it is told to. */
  private get common(): readonly string[] {
    const user = process.getuid?.() === 0 ? ['--user=root'] : [];
    return ['--no-defaults', `--datadir=${join(this.directory, 'data')}`, ...user];
  }

  private file(name: string, content: string | Buffer): string {
    const path = join(this.directory, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  }
}

function programPath(name: (typeof mariadbPrograms)[number]): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is not found on this machine`);
  return path;
}
