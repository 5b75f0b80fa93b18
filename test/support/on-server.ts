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
  describe('a server', () => {
    const server = useServer(env);
    define(server);

    test('serves after all this, and has logged no error', async () => {
      const { status, body } = await server.send({ path: '/health' });
      expect([status, body.toString()]).toEqual([200, '{"status":"SERVING"}\n']);
      expect(server.logged('ERROR')).toEqual([]);
    });
  });
}
