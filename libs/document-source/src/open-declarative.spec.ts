import { loadConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { TEST_BUCKET, useObjectStore } from '../../../test/support/object-store/use-object-store';
import { type DeclarativeSource } from './declarative-source';
import { openDeclarative, openWhenReady } from './open-declarative';
import { aFlagIn, THREAD_PROGRAM } from './testing/declarative-under-test';

const shared = useObjectStore();
const opened: DeclarativeSource[] = [];

afterEach(async () => {
  for (const source of opened.splice(0)) await source.close();
});

/** The source that such settings name. */
function open(env: Readonly<Record<string, string>>): DeclarativeSource {
  const { config } = loadConfig({ env: { HOME: '/nonexistent', ...env }, root: '/nonexistent' });
  const source = openDeclarative(config, THREAD_PROGRAM);
  if (source === undefined) throw new Error('there should be a source');
  opened.push(source);
  return source;
}

function openBucket(prefix = ''): DeclarativeSource {
  return open({
    PENNON_STORAGE_TYPE: 'object',
    PENNON_STORAGE_OBJECT_S3_BUCKET: TEST_BUCKET,
    PENNON_STORAGE_OBJECT_S3_PREFIX: prefix,
    PENNON_STORAGE_OBJECT_S3_ENDPOINT: shared.proxy.endpoint,
    PENNON_STORAGE_OBJECT_TIMEOUT: '2s',
  });
}

async function put(key: string, text: string): Promise<void> {
  await shared.server.write(TEST_BUCKET, key, text);
}

async function flagsOf(source: DeclarativeSource): Promise<readonly (readonly [string, boolean])[]> {
  await source.list();
  const document = await source.load('shop');
  return document?.flags.map(({ key, isEnabled }) => [key, isEnabled] as const) ?? [];
}

describe('what the settings name', () => {
  it('is no such source where flags live in a database', () => {
    const { config } = loadConfig({ env: { HOME: '/nonexistent' }, root: '/nonexistent' });
    expect(openDeclarative(config)).toBeUndefined();
  });

  it('is a directory, or a bucket, by a name without secrets', () => {
    expect(open({ PENNON_STORAGE_TYPE: 'local', PENNON_STORAGE_LOCAL_PATH: '/flags' }).location).toBe(
      '/flags',
    );
    expect(openBucket('prod/').location).toBe('s3://flags/prod/');
  });
});

describe('files in a bucket', () => {
  it('are those whose names begin with the prefix, which is plain text', async () => {
    await put('prod.flipt.yml', 'include: ["*.yml"]\nexclude: [".flipt.yml"]');
    await put('production/a.yml', aFlagIn('shop', true, 'a'));
    await put('other/b.yml', aFlagIn('shop', true, 'b'));
    expect(await flagsOf(openBucket('prod'))).toEqual([['a', true]]);
  });

  it('are one list as long as nothing changes, and one more read for each that does', async () => {
    await put('features.yml', aFlagIn('shop', true, 'a'));
    await put('b.features.yml', aFlagIn('shop', true, 'b'));
    const source = openBucket();
    await source.list();
    shared.proxy.forget();
    await source.list();
    expect(shared.proxy.requests.map(({ key }) => key)).toEqual(['']);
    await put('features.yml', aFlagIn('shop', false, 'a'));
    shared.proxy.forget();
    expect(await flagsOf(source)).toEqual([
      ['b', true],
      ['a', false],
    ]);
    expect(shared.proxy.requests.map(({ key }) => key)).toEqual(['', 'features.yml', '']);
  });

  it('are listed anew when one is replaced after it was listed', async () => {
    await put('features.yml', aFlagIn('shop', true, 'old'));
    shared.proxy.inject(
      { before: async () => put('features.yml', aFlagIn('shop', true, 'new')) },
      { key: 'features.yml', times: 1 },
    );
    expect(await flagsOf(openBucket())).toEqual([['new', true]]);
  });

  it('are listed anew when another is replaced while they are read, so that nobody sees halves', async () => {
    await put('a.features.yml', aFlagIn('shop', true, 'a1'));
    await put('b.features.yml', aFlagIn('shop', true, 'b1'));
    const replaceBoth = async (): Promise<void> => {
      await put('a.features.yml', aFlagIn('shop', true, 'a2'));
      await put('b.features.yml', aFlagIn('shop', true, 'b2'));
    };
    shared.proxy.inject({ before: replaceBoth }, { key: 'b.features.yml', times: 1 });
    expect(await flagsOf(openBucket())).toEqual([
      ['a2', true],
      ['b2', true],
    ]);
  });

  it('stay what they were while the bucket fails, or is gone, and are followed again', async () => {
    await put('features.yml', aFlagIn('shop', true));
    const source = openBucket();
    await source.list();
    shared.proxy.inject({ status: 403 });
    await expect(source.list()).rejects.toThrow(UnavailableError);
    shared.proxy.heal();
    shared.server.deleteBucket(TEST_BUCKET);
    await expect(source.list()).rejects.toThrow(UnavailableError);
    expect(await source.load('shop')).toMatchObject({ flags: [{ isEnabled: true }] });
    shared.server.createBucket(TEST_BUCKET);
    await expect(source.list()).rejects.toThrow('no document in s3://flags');
    await put('features.yml', aFlagIn('shop', false));
    expect(await flagsOf(source)).toEqual([['hello', false]]);
  });
});

describe('waiting', () => {
  it('tells each reason once, and ends when there is something to read', async () => {
    const reasons: string[] = [];
    const source = openBucket();
    const ready = openWhenReady(source, {
      onWait(reason) {
        reasons.push(reason);
        const next = [
          async () => put('features.yml', 'flags: ['),
          async () => put('features.yml', aFlagIn('shop')),
        ];
        void next[reasons.length - 1]?.();
      },
    });
    await ready;
    expect(reasons).toEqual([
      expect.stringContaining('no document in s3://flags'),
      expect.stringContaining('features.yml:'),
    ]);
    expect(await source.list()).toHaveLength(2);
  });

  it('ends when it is told to', async () => {
    const end = new AbortController();
    const onWait = (): void => {
      end.abort();
    };
    await expect(openWhenReady(openBucket(), { onWait, signal: end.signal })).rejects.toThrow('aborted');
  });
});
