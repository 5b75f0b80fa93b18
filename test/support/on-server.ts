import { isSqlite } from './database-server';
import { useServer, type SharedServer } from './use-server';

/**
 * Defines tests for a server of their own, and as their last one that it still serves and has logged no error: whatever
 * the tests sent was the caller's mistake.
 *
 * @param env Its settings, by environment variable.
 */
export function onServer(
  define: (server: SharedServer) => void,
  env: Readonly<Record<string, string>> = {},
): void {
  describe(titleOf(env), () => {
    const server = useServer(env);
    define(server);

    test('serves after all this, and has logged no error', async () => {
      const { status, body } = await server.send({ path: '/health' });
      expect([status, body.toString()]).toEqual([200, '{"status":"SERVING"}\n']);
      expect(server.logged('ERROR')).toEqual([]);
    });
  });
}

function titleOf({ PENNON_SERVER_WORKERS: workers }: Readonly<Record<string, string>>): string {
  return workers === undefined ? 'a server' : `a server of ${workers} workers`;
}

/** The same tests for one process, and on SQLite also for three, of which two hand on to the third. */
export function onServerAndWorkers(define: (server: SharedServer) => void): void {
  onServer(define);
  if (isSqlite) onServer(define, threeWorkers);
}

/** Settings of a server whose workers hand requests on where the database is SQLite. */
export const threeWorkers = { PENNON_SERVER_WORKERS: '3' };
