import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PENNON, runPennon } from '../../support/run-pennon';
import { findProgram } from '../../support/programs';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

jest.setTimeout(120_000);

const oneFlag = 'flags: [{ key: one, name: One }]\n';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  const { directory } = database;
  writeFileSync(join(directory, 'two.yaml'), 'flags: [{ key: one, name: One }, { key: two, name: Two }]\n');
  writeFileSync(join(directory, 'one.yaml'), oneFlag);
  await runPennon(['import', 'two.yaml'], { directory, env: { PENNON_DB_URL: database.url } });
});

afterEach(async () => database.remove());

/** Runs the command on a terminal on which somebody answers its question. */
async function onTerminal(command: string, answer: string): Promise<{ output: string; exitCode: unknown }> {
  const program = `${process.execPath} ${PENNON} ${command}`;
  const child = spawn('script', ['--quiet', '--return', '--command', program, '/dev/null'], {
    cwd: database.directory,
    env: { PATH: process.env.PATH, HOME: database.directory, PENNON_DB_URL: database.url, SHELL: '/bin/sh' },
    stdio: 'pipe',
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!output.includes('[y/N]') && `${output}${text}`.includes('[y/N]')) child.stdin.write(answer);
    output += text;
  });
  const [exitCode] = (await once(child, 'close')) as [unknown];
  return { output, exitCode };
}

// The only way to a terminal that needs no package; a machine without it has no test of the question.
const describeWithTerminal = findProgram('script') === undefined ? describe.skip : describe;

describeWithTerminal('on a terminal', () => {
  test('yes deletes what is named', async () => {
    const { output, exitCode } = await onTerminal('import --prune one.yaml', 'y\n');
    expect(output).toContain('  - namespace default: flag two\r\nGo on? [y/N] ');
    expect(output).toContain('namespace default: 0 created, 0 updated, 1 deleted');
    expect(exitCode).toBe(0);
  });

  test.each([
    ['n\n', 1, 'pennon: nothing was changed'],
    ['\u0003', 130, 'pennon: interrupted'],
    ['\u0004', 1, 'pennon: nothing was changed'],
  ])('the answer %j changes nothing', async (answer, code, words) => {
    const { output, exitCode } = await onTerminal('import --prune one.yaml', answer);
    expect([exitCode, output]).toEqual([code, expect.stringContaining(words)]);
    const { stdout } = await runPennon(['import', '--dry-run', 'two.yaml'], {
      directory: database.directory,
      env: { PENNON_DB_URL: database.url },
    });
    expect(stdout).toBe('namespace default: nothing to change\n');
  });
});
