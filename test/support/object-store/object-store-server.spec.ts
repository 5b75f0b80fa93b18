import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { OBJECT_STORE_ENV, ObjectStoreServer } from './object-store-server';

const MINUTE_MS = 60_000;
const credentials = {
  accessKeyId: OBJECT_STORE_ENV.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: OBJECT_STORE_ENV.AWS_SECRET_ACCESS_KEY ?? '',
};

/** A request that is about to be sent. */
interface SentRequest {
  readonly headers: Record<string, string>;
  body: unknown;
}

let store: ObjectStoreServer;
const clients: S3Client[] = [];

beforeEach(async () => {
  store = await ObjectStoreServer.start(['flags']);
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await store.close();
});

function clientOf(config: S3ClientConfig = {}): S3Client {
  const { endpoint } = store;
  const usual = { endpoint, credentials, region: 'eu-north-1', forcePathStyle: true, maxAttempts: 1 };
  const client = new S3Client({ ...usual, ...config });
  clients.push(client);
  return client;
}

/** A client whose requests are changed after they were signed, as a proxy would. */
function clientThatSends(change: (request: SentRequest) => void): S3Client {
  const client = clientOf();
  client.middlewareStack.add(
    (next) => async (args) => {
      change(args.request as SentRequest);
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'change' },
  );
  return client;
}

const get = new GetObjectCommand({ Bucket: 'flags', Key: 'a' });

function put(body: string | Readable, more: object = {}): PutObjectCommand {
  return new PutObjectCommand({ Bucket: 'flags', Key: 'a', Body: body, ...more });
}

/** Statuses of the refusals, by their codes: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html. */
const statuses = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  BadDigest: 400,
  InvalidAccessKeyId: 403,
  MissingContentLength: 411,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
};

function refusal(code: keyof typeof statuses): object {
  return { name: code, $metadata: expect.objectContaining({ httpStatusCode: statuses[code] }) as unknown };
}

describe('the S3 stand-in accepts requests that its key pair signed', () => {
  const key = "of (many) signs/é +*'=&?#%.json";

  it.each(['WHEN_REQUIRED', 'WHEN_SUPPORTED'] as const)('with checksums %s', async (checksum) => {
    const client = clientOf({ requestChecksumCalculation: checksum });
    await client.send(put('text', { Key: key, IfNoneMatch: '*', ContentType: 'text/plain' }));
    const { Contents } = await client.send(
      new ListObjectsV2Command({ Bucket: 'flags', Prefix: 'of (', StartAfter: 'a+b' }),
    );
    expect(Contents?.map(({ Key }) => Key)).toEqual([key]);
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'flags', Key: key }));
    expect(await Body?.transformToString()).toBe('text');
  });

  it.each(['WHEN_REQUIRED', 'WHEN_SUPPORTED'] as const)('as a stream with checksums %s', async (checksum) => {
    const client = clientOf({ requestChecksumCalculation: checksum });
    const chunks = Readable.from([Buffer.from('streamed '), Buffer.alloc(100_000, 'é')]);
    await client.send(put(chunks, { ContentLength: 100_009 }));
    expect(store.read('flags', 'a')?.toString()).toBe(`streamed ${'é'.repeat(50_000)}`);
  });
});

describe('the S3 stand-in refuses', () => {
  it.each<[string, typeof credentials, keyof typeof statuses]>([
    ['another secret', { ...credentials, secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
    ['another access key', { ...credentials, accessKeyId: 'ANOTHER' }, 'InvalidAccessKeyId'],
  ])('%s, whatever is asked for', async (_, wrong, code) => {
    const client = clientOf({ credentials: wrong });
    const Delete = { Objects: [{ Key: 'a' }] };
    const commands = [get, put('text'), new DeleteObjectsCommand({ Bucket: 'flags', Delete })] as const;
    for (const command of commands)
      await expect(client.send(command as typeof get)).rejects.toMatchObject(refusal(code));
    expect(store.keys('flags')).toEqual([]);
  });

  it.each([-16, 16])('a time that is %d minutes off', async (minutes) => {
    const client = clientOf({ systemClockOffset: minutes * MINUTE_MS });
    await expect(client.send(get)).rejects.toMatchObject(refusal('RequestTimeTooSkewed'));
  });

  it.each([-14, 14])('nothing for a time that is %d minutes off', async (minutes) => {
    const client = clientOf({ systemClockOffset: minutes * MINUTE_MS });
    await client.send(put('text'));
    expect(store.keys('flags')).toEqual(['a']);
  });

  it.each<[string, keyof typeof statuses, (request: SentRequest) => void]>([
    ['no signature', 'AccessDenied', ({ headers }) => delete headers.authorization],
    ['version 2', 'AuthorizationHeaderMalformed', ({ headers }) => (headers.authorization = 'AWS a:b')],
    ['no time', 'AccessDenied', ({ headers }) => delete headers['x-amz-date']],
    ['another time', 'SignatureDoesNotMatch', changeTime],
    ['another type', 'SignatureDoesNotMatch', ({ headers }) => (headers['content-type'] = 'text/html')],
    ['one header less', 'SignatureDoesNotMatch', ({ headers }) => delete headers['if-none-match']],
    ['one x-amz header more', 'AccessDenied', ({ headers }) => (headers['x-amz-acl'] = 'public-read')],
    ['another body', 'XAmzContentSHA256Mismatch', (request) => (request.body = 'next')],
  ])('a request that was changed after it was signed: %s', async (_, code, change) => {
    const command = put('text', { ContentType: 'text/plain', IfNoneMatch: '*' });
    await expect(clientThatSends(change).send(command)).rejects.toMatchObject(refusal(code));
    expect(store.keys('flags')).toEqual([]);
  });

  it('a body without a length', async () => {
    const client = clientOf();
    client.middlewareStack.add(
      (next) => async (args) => {
        const { headers } = args.request as SentRequest;
        delete headers['content-length'];
        headers['transfer-encoding'] = 'chunked';
        return next(args);
      },
      { step: 'build', priority: 'low', name: 'leaveOutLength' },
    );
    await expect(client.send(put('text'))).rejects.toMatchObject(refusal('MissingContentLength'));
  });

  it.each([
    { ContentMD5: Buffer.alloc(16).toString('base64') },
    { ChecksumCRC32: Buffer.alloc(4).toString('base64') },
  ])('a body with another checksum than announced: %j', async (announced) => {
    await expect(clientOf().send(put('text', announced))).rejects.toMatchObject(refusal('BadDigest'));
  });
});

/** Gives a request a time that is some seconds off. */
function changeTime({ headers }: SentRequest): void {
  const time = headers['x-amz-date'] ?? '';
  headers['x-amz-date'] = time.replace(/\dZ$/, (last) => (last === '0Z' ? '1Z' : '0Z'));
}
