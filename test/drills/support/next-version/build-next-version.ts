import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const project = resolve(__dirname, '../../../..');

/** What programs are built of. */
const sources = [
  'apps',
  'libs',
  'proto',
  'deploy',
  'package.json',
  'tsconfig.json',
  'nest-cli.json',
  '.swcrc',
];

/** A version that was built. */
export interface BuiltVersion {
  /** Directory of its programs. */
  readonly bundle: string;
  /** Removes it. */
  remove(): void;
}

/**
 * Builds a version to come, beside which this one is the version before: this one with the patch beside this file,
 * which adds a column and a feature.
 */
export function buildNextVersion(): BuiltVersion {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-next-version-'));
  for (const source of sources) cpSync(join(project, source), join(directory, source), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(directory, 'node_modules'));
  const run = (program: string, ...args: readonly string[]): unknown =>
    execFileSync(program, args, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
  run('git', 'apply', '-C1', join(__dirname, 'next-version.patch'));
  run(process.execPath, 'node_modules/.bin/nest', 'build', 'writer');
  run(process.execPath, 'deploy/bundle/build.mjs');
  return {
    bundle: join(directory, 'dist/bundle'),
    remove() {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
