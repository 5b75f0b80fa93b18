import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectPlainly } from './database-server';
import { eventually } from './eventually';
import { freePort } from './free-port';

/** A running PgBouncer that pools transactions. */
export interface PgBouncer {
  /** The URL of the database, by way of it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in front of the PostgreSQL of that URL. It gives every transaction another connection. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const { hostname, port, username } = new URL(databaseUrl);
  const directory = mkdtempSync(join(tmpdir(), 'pennon-pgbouncer-'));
  const ownPort = await freePort();
  const file = join(directory, 'pgbouncer.ini');
  const settings = `
    [databases]
    * = host=${hostname} port=${port || 5432} user=${username}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${ownPort}
    unix_socket_dir =
    auth_type = any
    pool_mode = transaction
    server_round_robin = 1
  `;
  writeFileSync(file, settings.replaceAll(/^ +/gm, ''));
  // It does not run as root.
  chmodSync(directory, 0o755);
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const child = spawn('pgbouncer', [...user, file], { stdio: 'ignore' });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(ownPort);
  await eventually(async () => (await connectPlainly(url.href)).end());
  return {
    url: url.href,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      rmSync(directory, { recursive: true });
    },
  };
}
