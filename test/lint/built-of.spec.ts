import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const builtOf = resolve('.config/build/built-of.mjs');

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pennon-built-of-'));
  git('init', '--quiet');
  write('.gitignore', 'dist/\n');
  write('source.ts', '1');
  git('add', '--all');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'Begin');
  for (const file of ['apps/writer/src/main.js', 'web/index.html', 'bundle/bundle.cache'])
    write(`dist/${file}`, '');
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function git(...args: readonly string[]): void {
  execFileSync('git', args, { cwd: root });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

/** Calls it in a process, since it is a module that Jest does not load; resolves with what was printed. */
function run(call: string, env: NodeJS.ProcessEnv = process.env): string {
  const program = `import { BuiltOf } from ${JSON.stringify(builtOf)}; const built = new BuiltOf('.'); ${call}`;
  const args = ['--input-type=module', '--eval', program];
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
}

function isCurrent(env?: NodeJS.ProcessEnv): boolean {
  return run('process.stdout.write(String(built.isCurrent))', env) === 'true';
}

test('a build is current until one of its sources changes, also one that is not committed', () => {
  expect(isCurrent()).toBe(false);
  run('built.remember()');
  expect(isCurrent()).toBe(true);
  appendFileSync(join(root, 'source.ts'), '2');
  expect(isCurrent()).toBe(false);
  write('source.ts', '1');
  expect(isCurrent()).toBe(true);
  write('new.ts', '');
  expect(isCurrent()).toBe(false);
});

test('a build that is under way or has failed is not', () => {
  run('built.remember()');
  run('built.forget()');
  expect(isCurrent()).toBe(false);
});

test('nor is one of which somebody has built a part since', () => {
  run('built.remember()');
  utimesSync(join(root, 'dist/bundle/bundle.cache'), 1, 1);
  expect(isCurrent()).toBe(false);
});

test('nor one that is to record another commit, nor one outside of a repository', () => {
  run('built.remember()');
  expect(isCurrent({ ...process.env, SOURCE_COMMIT: 'abc' })).toBe(false);
  rmSync(join(root, '.git'), { recursive: true });
  expect(isCurrent()).toBe(false);
});
