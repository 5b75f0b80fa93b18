import { execFileSync } from 'node:child_process';
import { authEnv, BOOTSTRAP_TOKEN } from '../../support/auth-server';
import { describeWithPrograms } from '../../support/describe-with-programs';
import { startServer } from '../../support/server';

/** The commands that a start prints, with these settings. */
async function printed(
  env: Readonly<Record<string, string>>,
  use: (commands: readonly string[]) => void = () => undefined,
): Promise<readonly string[]> {
  const server = await startServer({ env: { ...env, PENNON_LOG_ENCODING: 'console' } });
  try {
    const commands = server.output().match(/^ {2}curl .*$/gm) ?? [];
    use(commands);
    return commands;
  } finally {
    await server.stop();
  }
}

/** Runs the commands as they stand, as a shell does. */
function answers(commands: readonly string[]): readonly unknown[] {
  const env = { PATH: process.env.PATH, PENNON_TOKEN: BOOTSTRAP_TOKEN };
  return commands.map((command): unknown =>
    JSON.parse(execFileSync('sh', ['-c', `${command} -s`], { env, encoding: 'utf8' })),
  );
}

describeWithPrograms(['curl'], 'the commands that a start suggests', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['without authentication', {}],
    ['with authentication', authEnv],
    ['below a base path', { PENNON_SERVER_BASE_PATH: '/flags' }],
  ])('work as they stand %s', async (_, env) => {
    await printed(env, (commands) => {
      expect(answers(commands)).toEqual([
        expect.objectContaining({ key: 'hello', enabled: true }),
        expect.objectContaining({ flagKey: 'hello', enabled: true }),
      ]);
    });
  });

  test('are none where nothing may be written', async () => {
    expect(await printed({ PENNON_STORAGE_READ_ONLY: 'true' })).toEqual([]);
  });

  test('evaluate nothing where evaluation is off', async () => {
    const commands = await printed({ PENNON_EVALUATION_ENABLED: 'false' });
    expect(commands).toEqual([expect.stringContaining('/api/v1/namespaces/default/flags')]);
  });
});
