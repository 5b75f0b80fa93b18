import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { eventually } from '../../support/eventually';
import { TEST_BUCKET, useObjectStore } from '../../support/object-store/use-object-store';
import { runPennon, startPennon } from '../../support/run-pennon';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

jest.setTimeout(180_000);

const shared = useObjectStore();

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  writeFileSync(join(database.directory, 'one.yaml'), 'flags: [{ key: one, name: One }]\n');
  expect((await runPennon(['import', 'one.yaml'], options())).exitCode).toBe(0);
});

afterEach(async () => database.remove());

function options(): { directory: string; env: Record<string, string> } {
  const { url, directory } = database;
  const settings = {
    PENNON_DB_URL: url,
    PENNON_EXPORT_S3_ENDPOINT: shared.target.endpoint,
    PENNON_EXPORT_INTERVAL: '100ms',
  };
  return { directory, env: { ...shared.env, ...settings } };
}

test('the flags are exported to a bucket once, and again only when they have changed', async () => {
  const args = ['export', '--to', `s3://${TEST_BUCKET}/production`] as const;
  const first = await runPennon(args, options());
  expect(first.exitCode).toBe(0);
  expect(first.stdout).toMatch(/^namespace "default": revision \d+ exported, \d+ bytes\n$/);
  const again = await runPennon(args, options());
  expect([again.exitCode, again.stdout]).toEqual([0, 'nothing has changed since the last export\n']);
});

test('it goes on exporting until it is told to stop, in good order', async () => {
  const child = startPennon(['export', '--to', `s3://${TEST_BUCKET}/live/`, '--watch'], options());
  await eventually(async () => {
    const manifest = shared.server.read(TEST_BUCKET, 'live/manifest.json')?.toString() ?? '{}';
    expect(JSON.parse(manifest)).toMatchObject({ namespaces: [{ namespaceKey: 'default' }] });
    return Promise.resolve();
  });
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('a bucket that is none is refused, and so is what does not go together', async () => {
  expect(await runPennon(['export', '--to', 'flags'], options())).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^pennon: the location of a bucket is wrong: expected s3:\/\//),
  });
  expect(await runPennon(['export', '--watch'], options())).toMatchObject({
    exitCode: 1,
    stderr: 'pennon: --watch needs a bucket: --to s3://bucket/prefix, or the setting export.to\n',
  });
  expect(await runPennon(['export', '--to', 's3://a/b', '--output', 'f'], options())).toMatchObject({
    exitCode: 1,
    stderr: 'pennon: --to and --output exclude each other\n',
  });
});
