import { EmptyMachine, failureOf, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

function storage(text: string): () => unknown {
  return () => machine.loadText(`storage: { ${text} }`).config.storage;
}

const unsupported = 'is not supported by this version of Pennon';

test('flags live in the database, which may be written, unless told otherwise', () => {
  expect(machine.load().config.storage).toEqual({
    type: 'database',
    readOnly: false,
    local: { path: '.', pollInterval: 30_000 },
    object: {
      type: 's3',
      s3: { bucket: undefined, prefix: '', region: undefined, endpoint: undefined, pollInterval: 60_000 },
      maxObjectBytes: 64 * 1024 * 1024,
      timeout: 10_000,
    },
  });
});

test('a bucket is configured with Flipt’s keys', () => {
  const { config } = machine.load({
    PENNON_STORAGE_TYPE: 'object',
    PENNON_STORAGE_OBJECT_TYPE: 's3',
    PENNON_STORAGE_OBJECT_S3_BUCKET: 'flags',
    PENNON_STORAGE_OBJECT_S3_PREFIX: 'prod/',
    PENNON_STORAGE_OBJECT_S3_REGION: 'eu-north-1',
    PENNON_STORAGE_OBJECT_S3_ENDPOINT: 'https://minio.example.com:9000/',
    PENNON_STORAGE_OBJECT_S3_POLL_INTERVAL: '5s',
  });
  expect(config.storage.object.s3).toEqual({
    bucket: 'flags',
    prefix: 'prod/',
    region: 'eu-north-1',
    endpoint: 'https://minio.example.com:9000',
    pollInterval: 5000,
  });
  expect(Object.isFrozen(config.storage)).toBe(true);
});

test.each(['type: local', 'type: object, object: { s3: { bucket: flags } }', 'read_only: true'])(
  '%s is read-only',
  (text) => {
    expect(storage(text)()).toMatchObject({ readOnly: true });
  },
);

test.each([
  ['type: git', `storage.type: ${unsupported}`],
  ['type: oci', `storage.type: ${unsupported}`],
  ['type: postgres', 'storage.type: expected one of database, local, object'],
  ['type: object', 'storage.object.s3.bucket: s3 bucket must be specified'],
  ['object: { type: azblob }', `storage.object.type: ${unsupported}`],
  ['object: { type: googlecloud }', `storage.object.type: ${unsupported}`],
  ['object: { type: ftp }', 'storage.object.type: expected s3'],
  [
    'type: local, read_only: false',
    'storage.read_only: setting read only mode is only supported with database storage; local storage is always read-only',
  ],
  ['local: { path: " " }', 'storage.local.path: non-empty value is required'],
  ['local: { poll_interval: 0s }', 'storage.local.poll_interval: must be at least 50ms'],
  ['local: { poll_interval: 25h }', 'storage.local.poll_interval: must be at most 24h'],
  ['object: { s3: { poll_interval: 0 } }', 'storage.object.s3.poll_interval: must be at least 50ms'],
  [
    'object: { s3: { bucket: "s3://flags/prod" } }',
    'storage.object.s3.bucket: expected the name of a bucket alone, without s3:// and without a prefix',
  ],
  [
    'object: { s3: { bucket: fl } }',
    'storage.object.s3.bucket: expected the name of a bucket: 3 or more letters, digits, dots and hyphens',
  ],
  [
    'object: { s3: { prefix: /prod } }',
    'storage.object.s3.prefix: must not begin with a slash: names of objects do not',
  ],
  ['object: { s3: { prefix: "a\\nb" } }', 'storage.object.s3.prefix: must hold no control characters'],
  [`object: { s3: { prefix: ${'é'.repeat(257)} } }`, 'storage.object.s3.prefix: must have at most 512 bytes'],
  ['object: { s3: { endpoint: "minio:9000" } }', 'storage.object.s3.endpoint: expected an http or https URL'],
  ['object: { max_object_bytes: 2GiB }', 'storage.object.max_object_bytes: must be at most 1GiB'],
  ['object: { timeout: 1ms }', 'storage.object.timeout: must be at least 10ms'],
])('%s is refused', (text, problem) => {
  expect(problemsOf(storage(text))).toEqual([problem]);
});

test.each(['https://key:hunter2@minio', 'key:hunter2@minio:9000'])(
  'credentials in the endpoint %s are refused, and not quoted',
  (endpoint) => {
    const { message } = failureOf(storage(`object: { s3: { endpoint: "${endpoint}" } }`));
    expect(message).toContain('must hold no credentials: those come from the environment');
    expect(message).not.toContain('hunter2');
  },
);

test('keys of other stores change nothing, as long as those are not used', () => {
  const text =
    'storage: { object: { azblob: { container: a }, googlecloud: { bucket: b } }, oci: { repository: c } }';
  expect(machine.loadText(text).ignored).toEqual([
    'storage.object.azblob.container',
    'storage.object.googlecloud.bucket',
    'storage.oci.repository',
  ]);
});

const path = 'storage.local.path';
const ofBucket = ['storage.object.type', 'storage.object.s3.bucket'];

test.each([
  ['database', [path, ...ofBucket]],
  ['local', ofBucket],
  ['object', [path]],
])('with storage.type %s, other places of documents change nothing', (type, unused) => {
  const object = 'object: { type: s3, s3: { bucket: flags }, timeout: 5s }';
  expect(machine.loadText(`storage: { type: ${type}, local: { path: flags }, ${object} }`).ignored).toEqual(
    unused,
  );
});

test('a document may be 64 MiB long in JSON', () => {
  expect(machine.load().config.document).toEqual({ maxLength: 64 * 1024 * 1024 });
  expect(problemsOf(() => machine.loadText('document: { max_length: 1GiB }'))).toEqual([
    'document.max_length: must be at most 256MiB',
  ]);
});
