import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUCKET, useBucket } from '../e2e/declarative/support/use-bucket';
import { eventually } from '../support/eventually';
import { addFlag } from '../support/flags';
import { apiAt, jsonOf, jsonRequest } from '../support/http';
import { OBJECT_STORE_ENV } from '../support/object-store/object-store-server';
import { startServer } from '../support/server';
import { useProcess } from '../support/use-server';
import { recipes } from './sidecar-recipes';

jest.setTimeout(60_000);

describe('beside a writer that exports', () => {
  const bucket = useBucket();
  const writer = useProcess(async () => startServer({ env: bucket.writerEnv }));

  beforeAll(async () => {
    await addFlag(writer, { key: 'first', type: 'BOOLEAN_FLAG_TYPE' });
    await eventually(() => {
      expect(bucket.server.keys(BUCKET)).toContain('prod/manifest.json');
      return Promise.resolve();
    });
  });

  test.each(recipes)('the sidecar of %s starts and evaluates what was exported', async (_, settings) => {
    const directory = mkdtempSync(join(tmpdir(), 'pennon-sidecar-'));
    // Exactly its settings, but for the store, the disk and the ports that only its place has.
    const sidecar = await startServer({
      tier: 'reader',
      env: {
        ...settings,
        ...OBJECT_STORE_ENV,
        PENNON_STORAGE_OBJECT_S3_ENDPOINT: bucket.proxy.endpoint,
        PENNON_SNAPSHOT_DIRECTORY: join(directory, 'snapshots'),
        PENNON_SERVER_HTTP_PORT: '0',
        PENNON_SERVER_GRPC_PORT: '0',
      },
    });
    const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'first', entityId: 'me' });
    await eventually(async () => {
      expect(jsonOf(await apiAt(sidecar.url).send(question))).toMatchObject({ enabled: true });
    });
    expect(sidecar.output()).not.toContain('settings without effect');
    expect(await sidecar.stop()).toBe(0);
    rmSync(directory, { recursive: true });
  });
});
