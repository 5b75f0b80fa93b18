import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUCKET, useBucket } from '../e2e/declarative/support/use-bucket';
import { describeWithPrograms } from '../support/describe-with-programs';
import { eventually } from '../support/eventually';
import { addFlag } from '../support/flags';
import { renderApplication } from '../support/helm/chart';
import { apiAt, jsonOf, jsonRequest } from '../support/http';
import { OBJECT_STORE_ENV } from '../support/object-store/object-store-server';
import { startServer } from '../support/server';
import { useProcess } from '../support/use-server';
import { recipes, type Variables } from './sidecar-recipes';
import { containersOf, variablesOf } from './workload';

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

  /** Starts a sidecar with exactly these settings, but for store, disk and ports, which only its place has. */
  async function expectSidecar(settings: Variables): Promise<void> {
    const directory = mkdtempSync(join(tmpdir(), 'pennon-sidecar-'));
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
  }

  test.each(recipes)('the sidecar of %s starts and evaluates what was exported', async (_, settings) => {
    await expectSidecar(settings);
  });

  describeWithPrograms(['helm'], 'that of the library chart', () => {
    it('does so too', async () => {
      const [sidecar] = containersOf(renderApplication({ flags: { bucket: BUCKET, prefix: 'prod/' } }));
      if (sidecar === undefined) throw new Error('there is no sidecar');
      await expectSidecar(variablesOf(sidecar.container));
    });
  });
});
