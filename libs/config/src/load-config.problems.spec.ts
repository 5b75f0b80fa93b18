import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TierName } from './checks/check-tier';
import type { ConfigProblem } from './kinds/config-error';
import { EmptyMachine, failureOf, problemsOf } from './testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

test('problems are reported all at once, with key, value, reason and source', () => {
  const path = machine.write(
    'given.yml',
    'server:\n  http_port: abc\n  read_timeout: 30\nlog: { level: fatal }',
  );
  const error = failureOf(() =>
    machine.load({ PENNON_DB_BUSY_TIMEOUT: '5', PENNON_STORAGE_READ_ONLY: 'maybe' }, path),
  );
  const unit = 'missing unit; write 30s for seconds or 30ms for milliseconds';
  expect(error.problems).toEqual<ConfigProblem[]>([
    { key: 'server.http_port', value: 'abc', reason: 'expected a whole number', source: path },
    { key: 'server.read_timeout', value: '30', reason: unit, source: path },
    {
      key: 'log.level',
      value: 'fatal',
      reason: 'is above every line that Pennon writes; use error',
      source: path,
    },
    { key: 'db.busy_timeout', value: '5', reason: unit, source: 'PENNON_DB_BUSY_TIMEOUT' },
    {
      key: 'storage.read_only',
      value: 'maybe',
      reason: 'expected true or false',
      source: 'PENNON_STORAGE_READ_ONLY',
    },
  ]);
  expect(error.message.split('\n')).toHaveLength(5);
});

test('what keeps a tier from starting is a problem beside the others, and only for that tier', () => {
  const methods = 'authentication.methods';
  const certificates = join(machine.root, 'ca.crt');
  const path = machine.write(
    'given.yml',
    `storage: { type: object }
authentication:
  methods:
    orchestrator: { enabled: true, ca_path: ${certificates}, allowed_service_accounts: [checkout] }
    jwt: { enabled: true, ca_path: ${certificates} }`,
  );
  const ofAll = [
    `${methods}.orchestrator.allowed_service_accounts`,
    `${methods}.jwt.jwks_url`,
    `${methods}.jwt.ca_path`,
    'storage.object.s3.bucket',
  ];
  const keysFor = (tier?: TierName): string[] =>
    failureOf(() => machine.load({}, path, tier)).problems.map(({ key }) => key);
  expect(keysFor()).toEqual(ofAll);
  expect(keysFor('reader')).toEqual(ofAll);
  expect(keysFor('writer')).toEqual([...ofAll, 'storage.type', `${methods}.orchestrator.ca_path`]);
});

test('a default that keeps a tier from starting is quoted', () => {
  const env = { PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_ENABLED: 'true' };
  expect(failureOf(() => machine.load(env, undefined, 'writer')).message).toBe(
    'authentication.methods.orchestrator.ca_path = "/var/run/secrets/kubernetes.io/serviceaccount/ca.crt": names no file',
  );
});

test('an unknown key of the file is a problem, with a hint when a key is close', () => {
  expect(
    problemsOf(() => machine.loadText('server: { htpp_port: 1 }\nweather: sunny\nlog: { levle: info }')),
  ).toEqual([
    'server.htpp_port: unknown key; did you mean server.http_port?',
    'weather: unknown key',
    'log.levle: unknown key; did you mean log.level?',
  ]);
});

test('an unknown variable is a problem, with a hint when a variable is close', () => {
  const env = { PENNON_SERVER_HTPP_PORT: '8081', PENNON_WEATHER: 'sunny', PENNON_CONFG: 'x.yml' };
  expect(problemsOf(() => machine.load(env))).toEqual([
    'PENNON_SERVER_HTPP_PORT: unknown key; did you mean PENNON_SERVER_HTTP_PORT?',
    'PENNON_WEATHER: unknown key',
    'PENNON_CONFG: unknown key; did you mean PENNON_CONFIG?',
  ]);
});

test('a named file that does not exist is a problem', () => {
  const missing = join(machine.root, 'missing.yml');
  expect(failureOf(() => machine.load({}, missing)).message).toBe(`${missing}: no such file (from --config)`);
  expect(failureOf(() => machine.load({ PENNON_CONFIG: missing })).message).toBe(
    `${missing}: no such file (from PENNON_CONFIG)`,
  );
});

test('a file that cannot be read is a problem, even where it was only looked for', () => {
  const directory = join(machine.root, 'etc/pennon/config.yml');
  mkdirSync(directory, { recursive: true });
  expect(failureOf(() => machine.load()).message).toBe(`${directory}: cannot be read (EISDIR)`);
});

test('a file that is no YAML by its name is a problem', () => {
  expect(failureOf(() => machine.load({}, machine.write('config.toml', ''))).message).toContain(
    'unsupported kind of file; expected .yml, .yaml, .json',
  );
});

test('bad syntax is a problem, with its line, next to those of the environment', () => {
  const found = problemsOf(() => machine.loadText('log: {}\nlog: {}', { PENNON_LOG_LEVEL: 'loud' }));
  expect(found).toEqual([
    `${join(machine.root, 'given.yml')}: line 2: Map keys must be unique`,
    'log.level: expected one of debug, info, warn, error',
  ]);
});

test('a section with a value, a value with a list, and a key that is given twice are problems', () => {
  expect(
    problemsOf(() =>
      machine.loadText(
        'server: 8080\ncache: true\nlog: { level: [info], file: [{}], Encoding: json, encoding: json }',
      ),
    ),
  ).toEqual([
    'server: is a section; expected keys below it',
    'cache: is a section; expected keys below it',
    'log.file: expected a value or a list of values',
    'log.encoding: is given more than once',
    'log.level: expected one value, got a list',
  ]);
});

test('only the value in effect is judged', () => {
  const { config } = machine.loadText('server: { http_port: abc }', { PENNON_SERVER_HTTP_PORT: '8081' });
  expect(config.server.httpPort).toBe(8081);
});
