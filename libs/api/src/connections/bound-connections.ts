import cluster from 'node:cluster';
import { type Server, type Socket } from 'node:net';

/**
 * Has a server close connections at once that are more than so many.
 *
 * In a worker, `maxConnections` would have the primary offer such a connection to the workers in turn, again and again
 * for as long as all of them are full.
 *
 * @param max 0 is unlimited.
 */
export function boundConnections(server: Server, max: number): void {
  if (max === 0) return;
  if (cluster.isPrimary) {
    server.maxConnections = max;
    return;
  }
  let open = 0;
  server.prependListener('connection', (socket: Socket) => {
    // What other workers hand on comes by a socket without an address, and was counted there.
    if (socket.remoteFamily === undefined) return;
    open++;
    socket.once('close', () => open--);
    if (open > max) socket.destroy();
  });
}
