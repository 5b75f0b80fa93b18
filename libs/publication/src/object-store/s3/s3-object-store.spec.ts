import { TEST_BUCKET, useObjectStore } from '../../../../../test/support/object-store/use-object-store';
import { type ObjectStore } from '../object-store';
import { openObjectStore } from './s3-object-store';
import { itIsAnObjectStore } from '../testing/it-is-an-object-store';

const shared = useObjectStore();
let store: ObjectStore | undefined;

/** A store, closed after the test. */
function open(changes: Partial<Parameters<typeof openObjectStore>[0]> = {}): ObjectStore {
  store = openObjectStore({ ...shared.target, ...changes });
  return store;
}

afterEach(() => {
  store?.close();
});

/** Writes objects past the protocol. */
function fillBelow(prefix: string): (keys: readonly string[]) => Promise<void> {
  return async (keys) => {
    for (const key of keys) await shared.server.write(TEST_BUCKET, `${prefix}${key}`, 'x');
  };
}

const json = { contentType: 'application/json' };
const anySize = { maxBytes: 1024 * 1024 };

describe('a bucket', () => {
  itIsAnObjectStore(() => openObjectStore(shared.target), fillBelow(''));
});

describe('a bucket below a prefix', () => {
  const prefix = 'teams/größe/';
  itIsAnObjectStore(() => openObjectStore({ ...shared.target, prefix }), fillBelow(prefix));
});

describe('S3ObjectStore', () => {
  it('says where it is', () => {
    expect(open().location).toBe('s3://flags/');
    expect(open({ prefix: 'prod/' }).location).toBe('s3://flags/prod/');
  });

  it('asks nobody anything until it is asked something', () => {
    open().close();
    expect(shared.proxy.requests).toEqual([]);
  });

  it('takes its prefix as plain text, to which nothing is appended', async () => {
    await shared.server.write(TEST_BUCKET, 'prod.flipt.yml', '');
    await shared.server.write(TEST_BUCKET, 'production/features.yml', '');
    await shared.server.write(TEST_BUCKET, 'other/features.yml', '');
    const listed = await open({ prefix: 'prod' }).list('', { maxObjects: 10 });
    expect(listed.map(({ key }) => key)).toEqual(['.flipt.yml', 'uction/features.yml']);
  });

  it('asks once for what it knows, and gets no body', async () => {
    await shared.server.write(TEST_BUCKET, 'a', 'text');
    const store = open();
    const found = await store.get('a', anySize);
    const etag = found === undefined || found === 'unchanged' ? undefined : found.etag;
    await store.get('a', { ...anySize, unlessEtag: etag });
    expect(shared.proxy.requests.map(({ status }) => status)).toEqual([200, 304]);
  });

  it('has the bucket in the path, and signs with a region though none is given', async () => {
    await open().put('a', Buffer.from('text'), json);
    const [seen] = shared.proxy.requests;
    expect(seen).toMatchObject({ method: 'PUT', bucket: TEST_BUCKET, key: 'a' });
    expect(seen?.headers.authorization).toContain('/us-east-1/s3/aws4_request');
    expect(seen?.headers['content-type']).toBe('application/json');
  });

  it('signs with the region of the settings, and that of the environment where they have none', async () => {
    process.env.AWS_REGION = 'eu-west-3';
    try {
      await open({ region: 'eu-north-1' }).list('', { maxObjects: 1 });
      store?.close();
      await open().list('', { maxObjects: 1 });
    } finally {
      delete process.env.AWS_REGION;
    }
    expect(
      shared.proxy.requests.map(({ headers }) => /\/(eu-[^/]+)\/s3/.exec(headers.authorization ?? '')?.[1]),
    ).toEqual(['eu-north-1', 'eu-west-3']);
  });

  it('asks for encryption with what it writes, if told so', async () => {
    const key = Buffer.from('text');
    await open({ encryption: { algorithm: 'aws:kms', kmsKey: 'alias/flags' } }).put('a', key, json);
    store?.close();
    await open({ encryption: { algorithm: 'AES256' } }).put('a', key, json);
    store?.close();
    await open().put('a', key, json);
    const asked = shared.proxy.requests.map(({ headers }) => [
      headers['x-amz-server-side-encryption'],
      headers['x-amz-server-side-encryption-aws-kms-key-id'],
    ]);
    expect(asked).toEqual([
      ['aws:kms', 'alias/flags'],
      ['AES256', undefined],
      [undefined, undefined],
    ]);
  });

  it('sends nothing that only AWS knows: no checksums of late, bodies as they are, MD5 with deletions', async () => {
    const store = open();
    await store.put('a', Buffer.from('text'), json);
    await store.list('', { maxObjects: 1 });
    await store.get('a', anySize);
    await store.delete(['a']);
    const headers = shared.proxy.requests.flatMap((seen) => Object.keys(seen.headers));
    expect(headers.filter((name) => /checksum|trailer|decoded/.test(name))).toEqual([]);
    const [put, deletion] = [shared.proxy.requests[0], shared.proxy.requests[3]];
    expect(put?.headers['x-amz-content-sha256']).toMatch(/^[0-9a-f]{64}$/);
    expect(deletion?.headers['content-md5']).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  });

  it('writes what is large', async () => {
    const body = Buffer.alloc(8 * 1024 * 1024, 'flags ');
    const store = open();
    await store.put('large', body, json);
    const found = await store.get('large', { maxBytes: body.length });
    expect(found).toMatchObject({ size: body.length });
    expect(shared.server.read(TEST_BUCKET, 'large')?.equals(body)).toBe(true);
  });
});
