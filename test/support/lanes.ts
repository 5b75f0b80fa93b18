import { useServer, type SharedServer } from './use-server';

/** The two ways a request can take through the server (docs/adr/0002). */
const lanes = [
  ['on the fast lane', {}],
  ['on the lane of the framework', { PENNON_SERVER_FAST_LANE: 'false' }],
] as const;

/**
 * Defines tests once for a server of each lane.
 *
 * After them, the server must still serve and have logged no error: whatever they sent was the sender's mistake.
 *
 * @param env Settings of both servers.
 */
export function onEachLane(
  define: (server: SharedServer) => void,
  env: Readonly<Record<string, string>> = {},
): void {
  describe.each(lanes)('%s', (_, lane) => {
    const server = useServer({ ...env, ...lane });
    define(server);

    test('the process serves after all this, and has logged no error', async () => {
      const { status, body } = await server.send({ path: '/health' });
      expect([status, body.toString()]).toEqual([200, '{"status":"SERVING"}\n']);
      expect(server.logged('ERROR')).toEqual([]);
    });
  });
}
