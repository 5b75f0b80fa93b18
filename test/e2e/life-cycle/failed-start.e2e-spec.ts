import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServer } from '../../support/run-server';

jest.setTimeout(60_000);

let directory: string;
let databaseFile: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-failed-'));
  databaseFile = join(directory, 'data', 'pennon.db');
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

test('everything that is wrong with the settings is said at once, and nothing has begun', async () => {
  const { exitCode, stdout, stderr } = await runServer({
    directory,
    env: {
      PENNON_DB_URL: `file:${databaseFile}`,
      PENNON_SERVER_HTTP_PORT: '99999',
      PENNON_SERVER_READ_TIMEOUT: '5',
      PENNON_LOG_LEVL: 'info',
    },
  });
  const [heading, ...problems] = stderr.trim().split('\n');
  expect(heading).toBe('pennon: the configuration cannot be used');
  expect(problems).toEqual([
    'PENNON_LOG_LEVL: unknown key; did you mean PENNON_LOG_LEVEL? (from the environment)',
    'server.http_port = "99999": must be at most 65535 (from PENNON_SERVER_HTTP_PORT)',
    'server.read_timeout = "5": missing unit; write 30s for seconds or 30ms for milliseconds (from PENNON_SERVER_READ_TIMEOUT)',
  ]);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(readdirSync(directory)).toEqual([]);
});

test('a secret that is wrong is not repeated', async () => {
  const { exitCode, stderr } = await runServer({
    env: { PENNON_DB_URL: 'oracle://me:recognisable@database/flags' },
  });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('\ndb.url = "[redacted]": ');
  expect(stderr).not.toContain('recognisable');
});

test('a database server that cannot be reached is named in one line, without the password', async () => {
  const { exitCode, stdout, stderr } = await runServer({
    // Port 1 is nobody's.
    env: { PENNON_DB_URL: 'postgres://me:recognisable@127.0.0.1:1/flags' },
  });
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^pennon: [^\n]*postgres:\/\/127\.0\.0\.1:1\/flags[^\n]*\n$/);
  expect(stderr).not.toContain('recognisable');
});

test('a configuration file that does not exist is named', async () => {
  const { exitCode, stderr } = await runServer({ args: ['--config', '/absent/pennon.yml'] });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('\n/absent/pennon.yml: no such file (from --config)\n');
});

test('a port that is taken is named in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const remains = await runServer({
    directory,
    env: {
      PENNON_DB_URL: `file:${databaseFile}`,
      PENNON_SERVER_HOST: '127.0.0.1',
      PENNON_SERVER_HTTP_PORT: `${port}`,
      PENNON_SERVER_GRPC_PORT: '0',
    },
  });
  other.close();
  expect(remains).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^pennon: [^\\n]*127\\.0\\.0\\.1:${port}[^\\n]*\\n$`)),
  });
});

test.each([
  ['below a file, where no directory can be', () => join(directory, 'file', 'pennon.db')],
  ['in place of a directory', () => directory],
  ['that is another kind of file', () => join(directory, 'file')],
])('a database file %s is named in one line', async (_, path) => {
  // Any user meets these, also one who may write everywhere.
  writeFileSync(
    join(directory, 'file'),
    'Not a database, but more than a hundred bytes of something else. '.repeat(3),
  );
  const { exitCode, stdout, stderr } = await runServer({ env: { PENNON_DB_URL: `file:${path()}` } });
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^pennon: [^\n]+\n$/);
  expect(stderr).toContain(path());
});

test('a host that is none of this machine is named in one line', async () => {
  const env = {
    PENNON_DB_URL: `file:${databaseFile}`,
    // An address for documentation (RFC 5737), so that no machine has it.
    PENNON_SERVER_HOST: '192.0.2.1',
    PENNON_SERVER_HTTP_PORT: '0',
    PENNON_SERVER_GRPC_PORT: '0',
  };
  const { exitCode, stdout, stderr } = await runServer({ directory, env });
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^pennon: [^\n]*192\.0\.2\.1[^\n]*\n$/);
});
