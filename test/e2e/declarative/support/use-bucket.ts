import { FaultProxy } from '../../../support/object-store/fault-proxy';
import { OBJECT_STORE_ENV, ObjectStoreServer } from '../../../support/object-store/object-store-server';

/** A bucket that the tests of a `describe` share, behind a proxy. */
export interface SharedBucket {
  readonly server: ObjectStoreServer;
  readonly proxy: FaultProxy;
  /** Settings of a reader that lives from it. */
  readonly readerEnv: Readonly<Record<string, string>>;
  /** Settings of a writer that exports to it. */
  readonly writerEnv: Readonly<Record<string, string>>;
}

/** The bucket of {@link useBucket}. */
export const BUCKET = 'flags';

/** Starts a server of objects before the first test of the surrounding `describe`, and stops it after the last. */
export function useBucket(): SharedBucket {
  let server: ObjectStoreServer;
  let proxy: FaultProxy;
  beforeAll(async () => {
    server = await ObjectStoreServer.start([BUCKET]);
    proxy = await FaultProxy.to(server.endpoint);
  });
  afterAll(async () => {
    await proxy.close();
    await server.close();
  });
  return {
    get server(): ObjectStoreServer {
      return server;
    },
    get proxy(): FaultProxy {
      return proxy;
    },
    get readerEnv(): SharedBucket['readerEnv'] {
      return { ...OBJECT_STORE_ENV, ...bucketSettings(proxy.endpoint) };
    },
    get writerEnv(): SharedBucket['writerEnv'] {
      return {
        ...OBJECT_STORE_ENV,
        PENNON_EXPORT_ENABLED: 'true',
        PENNON_EXPORT_TO: `s3://${BUCKET}/prod`,
        PENNON_EXPORT_INTERVAL: '100ms',
        PENNON_EXPORT_S3_ENDPOINT: server.endpoint,
      };
    },
  };
}

/** Settings of a reader that lives from the bucket at that endpoint. */
export function bucketSettings(endpoint: string): Readonly<Record<string, string>> {
  return {
    PENNON_STORAGE_TYPE: 'object',
    PENNON_STORAGE_OBJECT_S3_BUCKET: BUCKET,
    PENNON_STORAGE_OBJECT_S3_PREFIX: 'prod',
    PENNON_STORAGE_OBJECT_S3_ENDPOINT: endpoint,
    PENNON_STORAGE_OBJECT_S3_POLL_INTERVAL: '100ms',
    PENNON_STORAGE_OBJECT_TIMEOUT: '1s',
  };
}
