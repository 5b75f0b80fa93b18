import { join } from 'node:path';
import { apiAt, jsonOf } from '../../support/http';
import { runServer } from '../../support/run-server';
import { startServer, type TestServer } from '../../support/server';
import { useServer } from '../../support/use-server';

jest.setTimeout(60_000);

test('--version prints the version and nothing else', async () => {
  expect(await runServer({ args: ['--version'] })).toEqual({ exitCode: 0, stdout: '0.1.0\n', stderr: '' });
});

test('--help says what the program is and lists every option', async () => {
  const { exitCode, stdout, stderr } = await runServer({ args: ['--help'] });
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Pennon 0\.1\.0: feature flags/);
  for (const option of ['--config FILE', '--version', '--help']) expect(stdout).toContain(`\n  ${option} `);
});

test.each([
  ['an unknown option', ['--colour'], "pennon: Unknown option '--colour'"],
  ['an argument', ['serve'], "pennon: Unexpected argument 'serve'"],
  ['an option without its value', ['--config'], "pennon: Option '--config <value>' argument missing"],
])('%s on the command line is refused', async (_, args, reason) => {
  const { exitCode, stdout, stderr } = await runServer({ args });
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr.startsWith(reason)).toBe(true);
});

describe('to a person at a console', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer({ env: { PENNON_LOG_ENCODING: 'console' } });
  });

  afterAll(() => server.stop());

  test('a start names the URL, the database and the settings', () => {
    const lines = server.output().split('\n');
    expect(lines).toContain('Pennon 0.1.0');
    expect(lines).toContain(`  listening  ${server.url}`);
    expect(lines).toContain('  tier       writer');
    expect(lines).toContain(`  database   ${join(server.directory, 'pennon.db')}`);
    expect(lines).toContain('  freshness  embedded');
    expect(lines).toContain('  settings   built-in defaults and environment');
  });

  test('the commands it proposes work: the first creates a flag, the second evaluates it', async () => {
    const commands = [...server.output().matchAll(/^ {2}curl (?<url>\S+) -d '(?<body>[^']+)'$/gm)];
    const answers = [];
    for (const { groups: { url = '', body = '' } = {} } of commands) {
      const { origin, pathname } = new URL(url);
      // As curl sends what follows `-d`.
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      answers.push(jsonOf(await apiAt(origin).send({ path: pathname, body, headers })));
    }
    expect(answers).toEqual([
      expect.objectContaining({ key: 'hello', type: 'BOOLEAN_FLAG_TYPE', enabled: true }),
      expect.objectContaining({ flagKey: 'hello', enabled: true }),
    ]);
  });
});

describe('to a machine', () => {
  const server = useServer();

  test('a start is one line of JSON with a message', async () => {
    // Whatever else it had to say of its start it has said when it answers.
    await server.send({ path: '/health' });
    const [line = '', ...others] = server.logged();
    expect(JSON.parse(line)).toMatchObject({
      L: 'INFO',
      M: 'pennon is listening',
      version: '0.1.0',
      tier: 'writer',
      freshness: 'embedded',
      url: server.url,
      database: expect.stringMatching(/\/pennon\.db$/),
    });
    expect(others).toEqual([]);
  });
});
