import { Agent } from 'node:http';
import { apiAt, type Api } from '../../support/http';
import { type TestServer } from '../../support/server';

/** One process of a fleet. */
export interface Instance extends Api {
  /** Such as `reader 2`. */
  readonly name: string;
  /** The lines of serious failures that it has logged so far. */
  errors(): readonly string[];
  /** Stops it in good order; resolves with its exit code. */
  stop(): Promise<number | NodeJS.Signals>;
}

/** A running server as an instance, whose clients share connections that are kept. */
export function instanceOf(name: string, server: TestServer): Instance {
  const agent = new Agent({ keepAlive: true });
  const api = apiAt(server.url, agent);
  return {
    name,
    send: (request) => api.send(request),
    errors: () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"L":"ERROR"')),
    async stop() {
      agent.destroy();
      return server.stop();
    },
  };
}
