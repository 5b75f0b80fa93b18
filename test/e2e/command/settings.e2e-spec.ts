import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Remains } from '../../support/run-server';
import { startServer } from '../../support/server';
import { logLines } from '../../support/use-server';
import { runPennon } from '../../support/run-pennon';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

jest.setTimeout(60_000);

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => database.remove());

async function pennon(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Remains> {
  return runPennon(args, { directory: database.directory, env });
}

test('settings that can be used are ok', async () => {
  const { exitCode, stdout } = await pennon(['config', 'check']);
  expect([exitCode, stdout]).toEqual([
    0,
    'ok: no file; defaults and the environment (for pennon serve and pennon reader)\n',
  ]);
});

test('every problem of the settings is named, for people and for scripts', async () => {
  writeFileSync(join(database.directory, 'p.yml'), 'server: { http_prt: 80, grpc_port: many }');
  const text = await pennon(['config', 'check', '--config', 'p.yml']);
  expect([text.exitCode, text.stderr]).toEqual([2, '']);
  expect(text.stdout).toMatch(
    /^server\.http_prt: .*server\.http_port\?.*\nserver\.grpc_port = "many": .*\n$/,
  );
  const json = await pennon(['config', 'check', '--config', 'p.yml', '--json']);
  expect([json.exitCode, JSON.parse(json.stdout)]).toEqual([
    2,
    {
      ok: false,
      problems: [
        expect.objectContaining({ key: 'server.http_prt' }),
        expect.objectContaining({ key: 'server.grpc_port', value: 'many' }),
      ],
    },
  ]);
});

test('settings that the default command cannot start with are not ok, but those of a tier that can', async () => {
  writeFileSync(
    join(database.directory, 'r.yml'),
    'storage: { type: local, local: { path: flags } }\nui: { enabled: false }',
  );
  const args = ['config', 'check', '--config', 'r.yml'];
  const problem =
    'storage.type = "local": is read by readers only, and this is a writer; start `pennon reader`, or set it to database';
  const forServe = await pennon(args);
  expect([forServe.exitCode, forServe.stdout]).toEqual([2, `${problem} (from r.yml)\n`]);
  const served = await pennon(['serve', '--config', 'r.yml']);
  expect([served.exitCode, served.stderr]).toEqual([1, expect.stringContaining(problem)]);
  const forReader = await pennon([...args, '--tier', 'reader']);
  expect(forReader).toEqual({
    exitCode: 0,
    stdout: 'ok: r.yml (for pennon reader)\n',
    stderr: 'pennon: warning: not used by pennon reader: ui.enabled\n',
  });
  const json = await pennon([...args, '--tier', 'reader', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: true, tiers: ['reader'], ofOtherTier: ['ui.enabled'] });
});

test('what the start warns of is told before it, for people and for scripts', async () => {
  const env = {
    PENNON_AUTHENTICATION_REQUIRED: 'true',
    PENNON_AUTHENTICATION_SESSION_DOMAIN: 'localhost',
    PENNON_AUTHENTICATION_METHODS_OIDC_ENABLED: 'true',
    PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
    PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: 'recognisable',
  };
  const warnings = [
    'authentication.methods.token.bootstrap.token can be guessed: choose a random one, such as the output of `openssl rand -hex 32`',
    'authentication.methods.oidc is enabled without a provider, so nobody can log in by it: set authentication.methods.oidc.providers',
  ];
  const text = await pennon(['config', 'check'], env);
  expect([text.exitCode, text.stderr]).toEqual([
    0,
    warnings.map((warning) => `pennon: warning: ${warning}\n`).join(''),
  ]);
  const json = await pennon(['config', 'check', '--json'], env);
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: true, warnings });
  const server = await startServer({ env });
  await server.stop();
  const lines = logLines(server.output(), 'WARN').join('\n');
  for (const warning of warnings) expect(lines.split(warning)).toHaveLength(2);
});

test('variables of Flipt are named with the new ones, and never with what they hold', async () => {
  const env = {
    FLIPT_DB_PASSWORD: 'recognisable',
    FLIPT_DB_URL: 'file:recognisable.db',
    FLIPT_URL: 'recognisable',
  };
  const { exitCode, stdout, stderr } = await pennon(['config', 'check'], env);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('ok: ')]);
  expect(stderr.split('\n')).toEqual([
    'pennon: warning: FLIPT_DB_PASSWORD is read as PENNON_DB_PASSWORD; rename it',
    'pennon: warning: FLIPT_DB_URL is read as PENNON_DB_URL; rename it',
    'pennon: warning: given, and without effect: db.password, FLIPT_URL',
    '',
  ]);
  const json = await pennon(['config', 'check', '--json'], env);
  expect(JSON.parse(json.stdout)).toMatchObject({
    renamed: { FLIPT_DB_URL: 'PENNON_DB_URL', FLIPT_DB_PASSWORD: 'PENNON_DB_PASSWORD' },
    ignored: ['db.password', 'FLIPT_URL'],
  });
  const migrated = await pennon(['migrate'], { FLIPT_DB_URL: 'file:recognisable.db' });
  expect([migrated.exitCode, migrated.stderr]).toEqual([
    0,
    expect.stringContaining('FLIPT_DB_URL is read as'),
  ]);
  expect(existsSync(join(database.directory, 'recognisable.db'))).toBe(true);
});

test('settings are printed with where they come from, and without secrets', async () => {
  const env = {
    PENNON_DB_URL: 'postgres://me:recognisable@db/flags',
    PENNON_TOKEN: 'recognisable',
    PENNON_SERVER_HTTP_PORT: '8181',
  };
  const { exitCode, stdout, stderr } = await pennon(['config', 'print'], env);
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain('\nserver.http_port = 8181  (PENNON_SERVER_HTTP_PORT)\n');
  expect(stdout).toContain('\nserver.grpc_port = 9000  (default)\n');
  expect(stdout).toContain('\ndb.url = [redacted]  (PENNON_DB_URL)\n');
  expect(stdout).not.toContain('recognisable');
  const json = await pennon(['config', 'print', '--json'], env);
  expect(JSON.parse(json.stdout)).toMatchObject({
    file: null,
    settings: expect.arrayContaining([
      { key: 'server.http_port', value: '8181', source: 'PENNON_SERVER_HTTP_PORT' },
    ]),
  });
  expect(json.stdout).not.toContain('recognisable');
});
