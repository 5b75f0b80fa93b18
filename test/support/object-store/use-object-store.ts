import { FaultProxy } from './fault-proxy';
import { OBJECT_STORE_ENV, ObjectStoreServer } from './object-store-server';

/** The bucket of {@link useObjectStore}. */
export const TEST_BUCKET = 'flags';

/** A store, and the way to it. */
export interface SharedObjectStore {
  readonly server: ObjectStoreServer;
  /** What Pennon is to be pointed at, where faults are done. */
  readonly proxy: FaultProxy;
  /** As `openObjectStore` takes it: all of the bucket, by way of the proxy, with a time limit of five seconds. */
  readonly target: {
    readonly bucket: string;
    readonly prefix: string;
    readonly endpoint: string;
    readonly timeout: number;
  };
  /** For a process that is to use the store: credentials. Its settings are its own. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts a store, with an empty bucket, before each test of the surrounding `describe`, and stops it after; this
 * process has credentials for it meanwhile.
 *
 * @example
 * const shared = useObjectStore();
 * it('reads again when the store does not answer', async () => {
 *   await shared.server.write(TEST_BUCKET, 'manifest.json', '{}');
 *   shared.proxy.inject({ status: 503 }, { method: 'GET', key: 'manifest.json', times: 1 });
 *   const store = openObjectStore(shared.target);
 *   …
 *   expect(shared.proxy.count({ method: 'GET' })).toBe(2);
 * });
 */
export function useObjectStore(): SharedObjectStore {
  let server: ObjectStoreServer;
  let proxy: FaultProxy;
  const before = Object.keys(OBJECT_STORE_ENV).map((name) => [name, process.env[name]] as const);
  beforeEach(async () => {
    server = await ObjectStoreServer.start([TEST_BUCKET]);
    proxy = await FaultProxy.to(server.endpoint);
    Object.assign(process.env, OBJECT_STORE_ENV);
  });
  afterEach(async () => {
    await proxy.close();
    await server.close();
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  });
  return {
    get server(): ObjectStoreServer {
      return server;
    },
    get proxy(): FaultProxy {
      return proxy;
    },
    get target(): SharedObjectStore['target'] {
      return { bucket: TEST_BUCKET, prefix: '', endpoint: proxy.endpoint, timeout: 5000 };
    },
    env: OBJECT_STORE_ENV,
  };
}
