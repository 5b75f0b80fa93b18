import { bearing, BOOTSTRAP_TOKEN } from './auth-server';
import { GrpcClient } from './grpc-client';
import { apiAt, type Api } from './http';
import { startServer, type ServerOptions, type TestServer } from './server';

/** More connections than it takes for each worker to get some: they are handed out in turn. */
const CONNECTIONS = 6;

/** How long a test with several processes may take, in milliseconds. */
const TEST_TIMEOUT_MS = 120_000;

/** A server of several workers, and clients of it. */
export interface WorkersUnderTest {
  readonly server: TestServer;
  /** Every request has a connection of its own. It shows the first token, where one is wanted. */
  readonly api: Api;
  /** Each with a connection of its own. */
  readonly grpc: readonly GrpcClient[];
}

/** Starts a server of workers before the first test of the surrounding `describe`, and ends it after the last. */
export function useWorkers(options: () => ServerOptions): WorkersUnderTest {
  jest.setTimeout(TEST_TIMEOUT_MS);
  let server: TestServer;
  let grpc: readonly GrpcClient[];
  beforeAll(async () => {
    server = await startServer(options());
    grpc = Array.from({ length: CONNECTIONS }, () => new GrpcClient(server.grpcAddress));
    await Promise.all(grpc.map(async (client) => client.ready()));
  });
  afterAll(async () => {
    for (const client of grpc) client.close();
    expect(await server.stop()).toBe(0);
  });
  return {
    get server(): TestServer {
      return server;
    },
    get api(): Api {
      return bearing(apiAt(server.url), BOOTSTRAP_TOKEN);
    },
    get grpc(): readonly GrpcClient[] {
      return grpc;
    },
  };
}
