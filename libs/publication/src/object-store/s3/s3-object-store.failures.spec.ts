import { TooLargeError, UnavailableError } from '@pennon/domain';
import { TEST_BUCKET, useObjectStore } from '../../../../../test/support/object-store/use-object-store';
import { TcpProxy } from '../../../../../test/support/tcp-proxy';
import { type ObjectStore, ObjectStoreError, type ObjectStoreFailure } from '../object-store';
import { type ObjectStoreTarget } from '../object-store-target';
import { openObjectStore } from './s3-object-store';

const shared = useObjectStore();
const opened: ObjectStore[] = [];
const anySize = { maxBytes: 1024 * 1024 };
const json = { contentType: 'application/json' };

/** A store below `prod/`, closed after the test. */
function open(changes: Partial<ObjectStoreTarget> = {}): ObjectStore {
  const store = openObjectStore({ ...shared.target, prefix: 'prod/', ...changes });
  opened.push(store);
  return store;
}

beforeEach(async () => {
  await shared.server.write(TEST_BUCKET, 'prod/a.json', JSON.stringify({ flags: 'a'.repeat(1000) }));
});

afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

/** The error that an attempt fails with; what it says has neither keys nor signatures in it. */
async function failureOf(attempt: Promise<unknown>): Promise<ObjectStoreError> {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ObjectStoreError)) throw new Error(`not refused as expected: ${String(error)}`);
  expect(error).toBeInstanceOf(UnavailableError);
  expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/S3RVER|hunter2|[Ss]ignature=|Credential=/);
  expect(error.cause).toBeUndefined();
  return error;
}

function read(store = open()): Promise<unknown> {
  return store.get('a.json', anySize);
}

/** Every call there is. */
const calls: readonly (readonly [string, string, (store: ObjectStore) => Promise<unknown>])[] = [
  ['get', 's3:GetObject', (store) => read(store)],
  ['put', 's3:PutObject', (store) => store.put('a.json', Buffer.from('{}'), json)],
  ['list', 's3:ListBucket', (store) => store.list('', { maxObjects: 10 })],
  ['delete', 's3:DeleteObject', (store) => store.delete(['a.json'])],
];

describe.each(calls)('%s', (_, permission, call) => {
  it('says which bucket is missing', async () => {
    const { failure, message } = await failureOf(call(open({ bucket: 'falgs' })));
    expect(failure).toBe<ObjectStoreFailure>('bucket');
    expect(message).toBe(
      `there is no bucket falgs at 127.0.0.1:${shared.proxy.port} (404 NoSuchBucket): create it, or correct its name`,
    );
  });

  it('says what the credentials have to allow', async () => {
    shared.proxy.inject({ status: 403 });
    const { failure, message } = await failureOf(call(open()));
    expect(failure).toBe<ObjectStoreFailure>('denied');
    expect(message).toContain('access to s3://flags/prod/');
    expect(message).toContain(`is denied (403 AccessDenied): the credentials have to allow ${permission}`);
  });

  it('tries again when the store cannot answer now, and says so when it never can', async () => {
    shared.proxy.inject({ status: 503 }, { times: 1 });
    await call(open());
    shared.proxy.forget();
    shared.proxy.inject({ status: 500, code: 'InternalError' });
    const { failure, message } = await failureOf(call(open()));
    expect(failure).toBe<ObjectStoreFailure>('server');
    expect(message).toMatch(
      /^127\.0\.0\.1:\d+ cannot answer for s3:\/\/flags\/prod\/.* now \(500 InternalError\)$/,
    );
    expect(shared.proxy.count()).toBe(3);
  });

  it('gives up what hangs', async () => {
    shared.proxy.inject('hang');
    const { failure, message } = await failureOf(call(open({ timeout: 100 })));
    expect(failure).toBe<ObjectStoreFailure>('overdue');
    expect(message).toMatch(/^127\.0\.0\.1:\d+ did not answer for s3:\/\/flags\/prod\/\S* within 100 ms$/);
  });

  it('says where nobody listens', async () => {
    const gone = await TcpProxy.to(1);
    const endpoint = `http://127.0.0.1:${gone.port}`;
    await gone.close();
    const { failure, message } = await failureOf(call(open({ endpoint })));
    expect(failure).toBe<ObjectStoreFailure>('connection');
    expect(message).toMatch(
      /cannot be reached for s3:\/\/flags\/prod\/\S* \(ECONNREFUSED\): check the endpoint/,
    );
  });

  it('survives a connection that is reset, and says so when each one is', async () => {
    shared.proxy.inject('reset', { times: 1 });
    await call(open());
    shared.proxy.inject('reset');
    expect((await failureOf(call(open()))).message).toContain('(ECONNRESET)');
  });

  it('refuses what is no answer of S3', async () => {
    shared.proxy.inject({ page: '<html><p>Not found</html>', pageStatus: 404 });
    expect(await failureOf(call(open()))).toMatchObject({ failure: 'answer' });
  });

  it.each([
    ['InvalidAccessKeyId', { AWS_ACCESS_KEY_ID: 'hunter2' }],
    ['SignatureDoesNotMatch', { AWS_SECRET_ACCESS_KEY: 'hunter2' }],
  ])('names credentials that are refused: %s', async (code, wrong) => {
    Object.assign(process.env, wrong);
    const { failure, message } = await failureOf(call(open()));
    expect(failure).toBe<ObjectStoreFailure>('credentials');
    expect(message).toContain(`refuses the credentials (403 ${code})`);
  });

  it('names a token that has expired', async () => {
    shared.proxy.inject({ status: 403, code: 'ExpiredToken' });
    const { failure, message } = await failureOf(call(open()));
    expect(failure).toBe<ObjectStoreFailure>('credentials');
    expect(message).toContain('refuses the credentials (403 ExpiredToken)');
  });

  it('says that there are no credentials', async () => {
    delete process.env.AWS_ACCESS_KEY_ID;
    const { failure, message } = await failureOf(call(open()));
    expect(failure).toBe<ObjectStoreFailure>('credentials');
    expect(message).toContain(
      '(CredentialsProviderError): set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or',
    );
    expect(shared.proxy.requests).toEqual([]);
  });

  it('ends when the store is closed', async () => {
    shared.proxy.inject('hang');
    const store = open();
    const failure = failureOf(call(store));
    await shared.proxy.nextRequest();
    store.close();
    expect((await failure).message).toBe('s3://flags/prod/ is closed');
  });

  it('is refused once the store is closed', async () => {
    const store = open();
    store.close();
    expect((await failureOf(call(store))).message).toBe('s3://flags/prod/ is closed');
  });
});

describe('an object', () => {
  it('whose body breaks off is never taken for whole', async () => {
    shared.proxy.inject('truncate');
    expect((await failureOf(read())).failure).toMatch(/^(answer|connection)$/);
  });

  it('whose body comes too slowly is given up, and its connection with it', async () => {
    shared.proxy.inject({ delayMs: 60_000 });
    expect(await failureOf(read(open({ timeout: 50 })))).toMatchObject({ failure: 'overdue' });
  });

  it('that is too large is refused before its body has come', async () => {
    await shared.server.write(TEST_BUCKET, 'prod/large', Buffer.alloc(64 * 1024 * 1024));
    const store = open();
    await expect(store.get('large', { maxBytes: 1000 })).rejects.toThrow(TooLargeError);
    // The connection that held it is free for the next.
    expect(await store.get('a.json', anySize)).toMatchObject({ key: 'a.json' });
  });

  it('that a caller no longer wants is let go, however slow the store is', async () => {
    shared.proxy.inject('hang');
    const controller = new AbortController();
    const reading = open().get('a.json', { ...anySize, signal: controller.signal });
    await shared.proxy.nextRequest();
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });
});

describe('an object to be written on a condition', () => {
  it('is not written by whoever came second', async () => {
    shared.proxy.inject({ status: 409, code: 'ConditionalRequestConflict' });
    const body = Buffer.from('{}');
    expect(await open().put('b', body, { ...json, ifNoneMatch: '*' })).toBe('exists');
    expect(await open().put('b', body, { ...json, ifMatch: '"etag"' })).toBe('changed');
    expect(await failureOf(open().put('b', body, json))).toMatchObject({ failure: 'server' });
  });

  it('is written all the same by a store that knows no conditions', async () => {
    shared.proxy.inject({ status: 501, code: 'NotImplemented' }, { times: 1 });
    expect(await open().put('b', Buffer.from('{}'), { ...json, ifNoneMatch: '*' })).toBe('written');
    expect(shared.proxy.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
    expect(shared.server.read(TEST_BUCKET, 'prod/b')?.toString()).toBe('{}');
  });
});

describe('a store', () => {
  it('that was away is used again as soon as it is back', async () => {
    const store = open();
    shared.proxy.inject('reset');
    await failureOf(read(store));
    shared.proxy.heal();
    expect(await read(store)).toMatchObject({ key: 'a.json' });
  });

  it('has credentials looked for again after there were none', async () => {
    const key = process.env.AWS_ACCESS_KEY_ID;
    delete process.env.AWS_ACCESS_KEY_ID;
    const store = open();
    await failureOf(read(store));
    process.env.AWS_ACCESS_KEY_ID = key;
    expect(await read(store)).toMatchObject({ key: 'a.json' });
  });

  it.each([
    [301, 'PermanentRedirect'],
    [400, 'AuthorizationHeaderMalformed'],
  ])('of another region is named: %d %s', async (status, code) => {
    shared.proxy.inject({ status, code });
    const { failure, message } = await failureOf(read());
    expect(failure).toBe<ObjectStoreFailure>('region');
    expect(message).toContain(`(${status} ${code}): check region and endpoint`);
  });

  it('with another clock is followed, and named when that does not help', async () => {
    shared.proxy.skewClock(3_600_000);
    shared.proxy.inject({ status: 403, code: 'RequestTimeTooSkewed' });
    const { failure, message } = await failureOf(read());
    expect(failure).toBe<ObjectStoreFailure>('credentials');
    expect(message).toContain(
      'has a different time than this machine (403 RequestTimeTooSkewed): set its clock',
    );
    const hours = shared.proxy.requests.map(({ headers }) => String(headers['x-amz-date']).slice(9, 11));
    expect(new Set(hours).size).toBe(2);
  });

  it('whose certificate nobody vouches for, or that speaks no TLS, is named', async () => {
    const endpoint = shared.target.endpoint.replace('http:', 'https:');
    expect((await failureOf(read(open({ endpoint })))).message).toContain('does not speak TLS');
  });

  it('that does not delete all it was told to is believed', async () => {
    shared.proxy.inject({
      page: '<DeleteResult><Error><Key>prod/a.json</Key><Code>AccessDenied</Code></Error></DeleteResult>',
    });
    const { failure, message } = await failureOf(open().delete(['a.json']));
    expect(failure).toBe<ObjectStoreFailure>('denied');
    expect(message).toContain('access to s3://flags/prod/a.json is denied (AccessDenied)');
  });

  it('whose list never ends is not followed', async () => {
    shared.proxy.inject({ page: '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>' });
    expect((await failureOf(open().list('', { maxObjects: 10 }))).failure).toBe<ObjectStoreFailure>('answer');
    shared.proxy.inject({
      page: '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken></ListBucketResult>',
    });
    expect((await failureOf(open().list('', { maxObjects: 10 }))).failure).toBe<ObjectStoreFailure>('answer');
  });
});
