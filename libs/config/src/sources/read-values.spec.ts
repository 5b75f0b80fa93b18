import { EmptyMachine, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

test('every setting is listed with its value and where it comes from', () => {
  const file = machine.write('given.yml', 'server: { http_port: 8181, grpc_port: 9191 }');
  const { settings } = machine.load({ PENNON_SERVER_GRPC_PORT: '0' }, file);
  const byKey = new Map(settings.map(({ key, value, source }) => [key, [value, source]]));
  expect(byKey.get('server.http_port')).toEqual(['8181', file]);
  expect(byKey.get('server.grpc_port')).toEqual(['0', 'PENNON_SERVER_GRPC_PORT']);
  expect(byKey.get('server.host')).toEqual(['0.0.0.0', undefined]);
  expect(byKey.get('snapshot.directory')).toEqual([undefined, undefined]);
  // What has no effect is no setting.
  expect(byKey.has('meta.check_for_updates')).toBe(false);
});

test('secrets are not told', () => {
  const { settings } = machine.load({ PENNON_DB_URL: 'postgres://me:recognisable@db/flags' });
  expect(JSON.stringify(settings)).not.toContain('recognisable');
  expect(settings.find(({ key }) => key === 'db.url')).toEqual({
    key: 'db.url',
    value: '[redacted]',
    source: 'PENNON_DB_URL',
  });
});

test('the settings of a map are listed by the names that were given', () => {
  const prefix = 'PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_METADATA';
  const { settings } = machine.load({
    PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
    [`${prefix}_TEAM`]: 'shop',
  });
  const keys = settings.map(({ key }) => key).filter((key) => key.includes('bootstrap.metadata'));
  expect(keys).toEqual(['authentication.methods.token.bootstrap.metadata.team']);
});

test('the token that commands show to a server is no setting', () => {
  expect(problemsOf(() => machine.load({ PENNON_TOKENS: 'x' }))).toEqual(['PENNON_TOKENS: unknown key']);
  const { settings, ignored } = machine.load({ PENNON_TOKEN: 'recognisable' });
  expect(ignored).toEqual([]);
  expect(JSON.stringify(settings)).not.toContain('recognisable');
});
