import { loadConfig } from '@pennon/config';
import { InvalidArgumentError } from '@pennon/domain';
import { asFolder, exportTarget, readS3Location, storageTarget } from './object-store-target';

function configOf(env: NodeJS.ProcessEnv): ReturnType<typeof loadConfig>['config'] {
  return loadConfig({ env: { HOME: '/nonexistent', ...env }, root: '/nonexistent' }).config;
}

describe('readS3Location', () => {
  it('reads bucket and prefix', () => {
    expect(readS3Location('s3://flags/prod')).toEqual({ bucket: 'flags', prefix: 'prod' });
  });

  it.each([
    ['flags', 'the location of a bucket is wrong: expected s3://bucket or s3://bucket/prefix'],
    [
      's3://',
      'the location of a bucket is wrong: names no bucket: expected s3://bucket or s3://bucket/prefix',
    ],
    ['s3://a:hunter2@flags', /must hold no credentials: those come from the environment/],
  ])('refuses %s, and says why', (url, message) => {
    const attempt = (): unknown => readS3Location(url);
    expect(attempt).toThrow(InvalidArgumentError);
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow(/hunter2/);
  });
});

describe('asFolder', () => {
  it.each([
    ['', ''],
    ['prod', 'prod/'],
    ['prod/', 'prod/'],
  ])('makes the prefix "%s" "%s"', (prefix, folder) => {
    expect(asFolder({ bucket: 'flags', prefix })).toEqual({ bucket: 'flags', prefix: folder });
  });
});

describe('targets', () => {
  it('of storage have its prefix as it is', () => {
    const { storage } = configOf({
      PENNON_STORAGE_TYPE: 'object',
      PENNON_STORAGE_OBJECT_S3_BUCKET: 'flags',
      PENNON_STORAGE_OBJECT_S3_PREFIX: 'prod',
      PENNON_STORAGE_OBJECT_S3_REGION: 'eu-north-1',
      PENNON_STORAGE_OBJECT_TIMEOUT: '2s',
    });
    expect(storageTarget(storage)).toEqual({
      bucket: 'flags',
      prefix: 'prod',
      endpoint: undefined,
      region: 'eu-north-1',
      timeout: 2000,
    });
  });

  it('of storage need a bucket', () => {
    expect(() => storageTarget(configOf({}).storage)).toThrow('storage.object.s3.bucket is not set');
  });

  it('of an export are folders, and say how objects are encrypted', () => {
    const { export: settings } = configOf({
      PENNON_EXPORT_TO: 's3://flags/prod',
      PENNON_EXPORT_S3_ENDPOINT: 'http://minio:9000',
      PENNON_EXPORT_S3_SSE: 'aws:kms',
      PENNON_EXPORT_S3_KMS_KEY: 'alias/flags',
    });
    expect(exportTarget(settings, settings.to ?? { bucket: '', prefix: '' })).toEqual({
      bucket: 'flags',
      prefix: 'prod/',
      endpoint: 'http://minio:9000',
      region: undefined,
      timeout: 30_000,
      encryption: { algorithm: 'aws:kms', kmsKey: 'alias/flags' },
    });
    expect(exportTarget(configOf({}).export, { bucket: 'flags', prefix: '' }).encryption).toBeUndefined();
  });
});
