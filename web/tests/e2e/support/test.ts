import { test as base } from '@playwright/test';
import { Management } from './management';
import { PageGuard } from './page-guard';
import { WebServer, type ServerSettings } from './web-server';

export { expect } from '@playwright/test';

/** What a file may choose, by `test.use({ … })`. */
interface Options {
  /** Settings of the server by environment variable. */
  readonly serverSettings: ServerSettings;
  /** What the management client shows where the server wants to know who calls. */
  readonly token: string | undefined;
}

interface WorkerFixtures {
  readonly sharedServer: WebServer;
}

interface TestFixtures {
  /** A writer that other tests use as well: leave it running, and stay in your namespace. */
  readonly server: WebServer;
  /** Where pages are opened, without a trailing slash: they may ask nobody else. */
  readonly address: string;
  /** Arranges the namespace of this test, `management.namespaceKey`, which nobody else knows. */
  readonly management: Management;
  /** What pages may do beside what every page may. */
  readonly guard: PageGuard;
}

/**
 * A test with a real writer, a namespace of its own, and pages that must neither complain, nor violate the policy, nor
 * ask anybody but the server.
 */
export const test = base.extend<TestFixtures, Options & WorkerFixtures>({
  serverSettings: [{}, { option: true, scope: 'worker' }],
  token: [undefined, { option: true, scope: 'worker' }],
  sharedServer: [
    async ({ serverSettings }, provide) => {
      const server = await WebServer.start(serverSettings);
      await provide(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  server: async ({ sharedServer }, provide) => {
    await provide(sharedServer);
  },
  address: async ({ server }, provide) => {
    await provide(server.url);
  },
  baseURL: async ({ address }, provide) => {
    await provide(`${address}/`);
  },
  management: async ({ server, token }, provide) => {
    await provide(await Management.inNewNamespace(server.url, token));
  },
  guard: async ({ address }, provide) => {
    const guard = new PageGuard(address);
    await provide(guard);
    guard.check();
  },
  context: async ({ context, guard }, provide) => {
    await guard.watch(context);
    await provide(context);
  },
});

/** The same with a server that each test has for itself: to stop it, and to start it again with other settings. */
export const ownServerTest = test.extend({
  server: async ({ serverSettings }, provide) => {
    const server = await WebServer.start(serverSettings);
    await provide(server);
    await server.remove();
  },
});
