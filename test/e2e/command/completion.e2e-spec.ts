import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../support/programs';
import { runPennon } from '../../support/run-pennon';

jest.setTimeout(60_000);

let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-completion-'));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { exitCode, stdout, stderr } = await runPennon(['completion', shell], { directory });
    expect([exitCode, stderr]).toEqual([0, '']);
    writeFileSync(join(directory, shell), stdout);
  }
  writeFileSync(join(directory, 'flags.yaml'), '');
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** What bash would offer for the last of these words. */
function offeredByBash(...words: readonly string[]): readonly string[] {
  const line = words.map((word) => `'${word}'`).join(' ');
  const script = `source ./bash; COMP_WORDS=(pennon ${line}); COMP_CWORD=${words.length}; _pennon; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['--norc', '-c', script], { cwd: directory, encoding: 'utf8' });
  return output.split('\n').filter((word) => word !== '');
}

const describeWithBash = findProgram('bash') === undefined ? describe.skip : describe;

describeWithBash('bash', () => {
  test.each([
    [['ex'], ['export']],
    [
      ['token', ''],
      ['create', 'list', 'delete'],
    ],
    [
      ['changes', 'a'],
      ['approve', 'apply'],
    ],
    [['history', '--origin', 'p'], ['promotion']],
    [['help', 'conf'], ['config']],
    [
      ['help', 'config', ''],
      ['check', 'print'],
    ],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['token', 'create', '--ex'], ['--expires-in']],
    [
      ['export', '--format', ''],
      ['yaml', 'json'],
    ],
    [['export', '--output', 'fl'], ['flags.yaml']],
    [['import', 'fl'], ['flags.yaml']],
    // The value of an option is no command.
    [['--config', 'import', 'tok'], ['token']],
    [['token', '--config', 'x', 'cr'], ['create']],
    // A file that is called like a command is a file.
    [['import', 'token', '--pru'], ['--prune']],
    [['evaluate', '--flag', ''], []],
    [['serve', ''], []],
  ])('completes %p to %p', (words, offered) => {
    expect(offeredByBash(...words)).toEqual(offered);
  });

  test('knows every command', () => {
    expect(offeredByBash('')).toEqual(
      expect.arrayContaining([
        'serve',
        'reader',
        'export',
        'import',
        'validate',
        'evaluate',
        'flag',
        'history',
        'diff',
        'revert',
        'promote',
        'changes',
        'token',
        'help',
      ]),
    );
  });
});

test.each([
  ['bash', ['-n', 'bash']],
  ['zsh', ['-n', 'zsh']],
  ['fish', ['--no-execute', 'fish']],
])('the script for %s is one that it can read, where it is here', (shell, args) => {
  if (findProgram(shell) !== undefined) execFileSync(shell, args, { cwd: directory });
});

test('another shell is refused, and the shells there are named', async () => {
  expect(await runPennon(['completion', 'tcsh'], { directory })).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'pennon: completion takes bash, zsh or fish, not "tcsh"\n',
  });
});
