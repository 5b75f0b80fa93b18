import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { UnavailableError } from '@pennon/domain';
import { believePeers } from '@pennon/api';
import type { LeaderEndpoint } from '../workers/worker-assignment';

/** Where the leader listens for the other workers. */
export interface LeaderSockets {
  readonly http: string;
  readonly grpc: string;
}

export function leaderSockets({ directory }: LeaderEndpoint): LeaderSockets {
  return { http: join(directory, 'http'), grpc: join(directory, 'grpc') };
}

/** The worker that answers this has ended, and is being replaced. What was asked may have been done all the same. */
export class LeaderAwayError extends UnavailableError {
  constructor(options?: ErrorOptions) {
    super('the process that answers this is being replaced; try again later', options);
  }
}

/** Takes a connection and serves it. */
export type TakeConnection = (socket: Socket) => void;

/** Who serves the connections of the other workers: the same doors that everybody else comes through. */
export interface Doors {
  readonly http: TakeConnection;
  readonly grpc: TakeConnection;
}

/** Where the leader is reached by the other workers. */
export class LeaderListener {
  private constructor(private readonly servers: readonly Server[]) {}

  /** Listens. Rejects, with nothing left open, when it cannot. */
  static async open(endpoint: LeaderEndpoint, doors: Doors): Promise<LeaderListener> {
    believePeers(endpoint.secret);
    removeWhenOrphaned(endpoint);
    const sockets = leaderSockets(endpoint);
    const listener = new LeaderListener([createServer(doors.http), createServer(doors.grpc)]);
    try {
      const [http, grpc] = listener.servers;
      if (http !== undefined) await listen(http, sockets.http);
      if (grpc !== undefined) await listen(grpc, sockets.grpc);
    } catch (error) {
      listener.close();
      throw error;
    }
    return listener;
  }

  /** Takes no more connections; those that are there are for the doors to end. */
  close(): void {
    for (const server of this.servers) server.close();
  }
}

async function listen(server: Server, path: string): Promise<void> {
  // A leader that was killed has left its socket behind.
  rmSync(path, { force: true });
  // Exclusive: node:cluster would listen in the primary, which shares it.
  server.listen({ path, exclusive: true });
  await once(server, 'listening');
}

/** A primary that was killed removes nothing. */
function removeWhenOrphaned({ directory }: LeaderEndpoint): void {
  process.once('exit', () => {
    if (!process.connected) rmSync(directory, { recursive: true, force: true });
  });
}
