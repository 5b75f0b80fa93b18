import { EmptyMachine, failureOf, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

function exported(text: string): () => unknown {
  return () => machine.loadText(`export: { ${text} }`).config.export;
}

test('nothing is exported unless told otherwise', () => {
  expect(machine.load().config.export).toEqual({
    enabled: false,
    to: undefined,
    interval: 60_000,
    format: 'json',
    keep: 10,
    includeTokenHashes: false,
    lease: 120_000,
    timeout: 30_000,
    s3: { endpoint: undefined, region: undefined, sse: 'none', kmsKey: undefined },
  });
});

test.each([
  ['s3://flags', { bucket: 'flags', prefix: '' }],
  ['s3://flags/', { bucket: 'flags', prefix: '' }],
  ['S3://flags/prod', { bucket: 'flags', prefix: 'prod' }],
  ['s3://flags/a@b', { bucket: 'flags', prefix: 'a@b' }],
  ['s3://flags/teams/a b/50%/', { bucket: 'flags', prefix: 'teams/a b/50%/' }],
])('%s is a place to export to', (to, location) => {
  expect(exported(`enabled: true, to: "${to}"`)()).toMatchObject({ enabled: true, to: location });
});

test.each([
  ['enabled: true', 'export.to: non-empty value is required'],
  ['to: flags/prod', 'export.to: expected s3://bucket or s3://bucket/prefix'],
  ['to: "gs://flags"', 'export.to: expected s3://bucket or s3://bucket/prefix'],
  ['to: "s3:///prod"', 'export.to: names no bucket: expected s3://bucket or s3://bucket/prefix'],
  ['to: "s3://flags//prod"', 'export.to: must not begin with a slash: names of objects do not'],
  [
    'to: "s3://flags/prod?region=x"',
    'export.to: must hold no parameters: region and endpoint are settings of their own',
  ],
  ['interval: 10ms', 'export.interval: must be at least 100ms'],
  ['format: toml', 'export.format: expected one of json, yaml'],
  ['keep: 0', 'export.keep: must be at least 1'],
  ['lease: 0s', 'export.lease: must be at least 1s'],
  ['timeout: 11m', 'export.timeout: must be at most 10m'],
  ['s3: { sse: aes }', 'export.s3.sse: expected one of none, AES256, aws:kms'],
  ['s3: { kms_key: alias/flags }', 'export.s3.kms_key: is used with export.s3.sse: aws:kms only'],
])('%s is refused', (text, problem) => {
  expect(problemsOf(exported(text))).toEqual([problem]);
});

test.each(['s3://key:hunter2@flags/prod', 'key:hunter2@flags', 'https://key:hunter2@flags/prod'])(
  'credentials in the place %s are refused, and not quoted',
  (to) => {
    const { message } = failureOf(exported(`to: "${to}"`));
    expect(message).toContain('must hold no credentials: those come from the environment');
    expect(message).not.toContain('hunter2');
  },
);

test('a key of encryption goes with aws:kms', () => {
  expect(exported('s3: { sse: AWS:KMS, kms_key: alias/flags }')()).toMatchObject({
    s3: { sse: 'aws:kms', kmsKey: 'alias/flags' },
  });
});
