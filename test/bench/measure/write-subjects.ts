import { join } from 'node:path';
import { messageOf } from '@pennon/domain';
import { eventually } from '../../support/eventually';
import { freePort } from '../../support/free-port';
import { runServer } from '../../support/run-server';
import { ServerProcess } from '../../support/server-process';
import { type AskedServer } from '../load/clients';
import { type Run } from '../run';
import { exportOf } from '../seed';

/** What is measured: a product on a database. */
export interface Subject {
  /** Such as `Pennon on SQLite`. */
  readonly name: string;
  /** Starts a server with a namespace of that many flags, which is gone with the scope. */
  readonly start: (run: Run, flagCount: number) => Promise<AskedServer>;
}

/** Pennon, on each database that there is; and Flipt, whose program that is. What cannot be had is noted. */
export async function subjectsOf(run: Run, flipt: string | undefined): Promise<readonly Subject[]> {
  const pennon = [{ name: 'Pennon on SQLite', start: startOnSqlite }, ...(await onPostgres(run))];
  return flipt === undefined ? pennon : [...pennon, { name: 'Flipt on SQLite', start: fliptStarter(flipt) }];
}

async function startOnSqlite({ scope, databases }: Run, flagCount: number): Promise<AskedServer> {
  return scope.startServer(await databases.copy(flagCount));
}

async function onPostgres({ options, databases, note }: Run): Promise<readonly Subject[]> {
  try {
    for (const flagCount of options.sizes) await databases.shared(flagCount);
  } catch (error) {
    note(`Not measured: PostgreSQL, for want of one (${messageOf(error)}).`);
    return [];
  }
  const start: Subject['start'] = async ({ scope }, flagCount) =>
    scope.startServer(databases.directory(), { PENNON_DB_URL: await databases.shared(flagCount) });
  return [{ name: 'Pennon on PostgreSQL', start }];
}

/** Starts Flipt v1 on what Pennon exports. */
function fliptStarter(executable: string): Subject['start'] {
  return async ({ scope, databases }, flagCount) => {
    const document = await exportOf(await databases.copy(flagCount));
    const directory = databases.directory();
    const port = await freePort();
    const env = {
      HOME: directory,
      FLIPT_DB_URL: `file:${join(directory, 'flipt.db')}`,
      FLIPT_SERVER_HTTP_PORT: `${port}`,
      FLIPT_SERVER_GRPC_PORT: `${await freePort()}`,
      FLIPT_META_CHECK_FOR_UPDATES: 'false',
      FLIPT_META_TELEMETRY_ENABLED: 'false',
    };
    const { exitCode, stderr } = await runServer({ executable, args: ['import', document], env, directory });
    if (exitCode !== 0) throw new Error(`${executable} import ended with ${exitCode}: ${stderr}`);
    const server = new ServerProcess({ executable, env, directory });
    scope.onClose(async () => {
      server.kill('SIGKILL');
      await server.ended;
    });
    const url = `http://127.0.0.1:${port}`;
    await eventually(async () => {
      const { status } = await fetch(`${url}/health`);
      if (status !== 200) throw new Error(`${url}/health answered ${status}`);
    });
    return { url, pid: server.pid };
  };
}
