import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const project = resolve(__dirname, '../..');

/** Where packages are. They are linked, not copied. */
const packages = ['node_modules', 'web/node_modules'];

/** A copy of the repository as it lies here, without what git ignores, for tests that change it. */
export class ProjectCopy {
  readonly directory: string;

  /** @param name What the directory is called after. */
  constructor(name: string) {
    this.directory = mkdtempSync(join(tmpdir(), `pennon-${name}-`));
    for (const file of filesOfProject()) {
      mkdirSync(dirname(join(this.directory, file)), { recursive: true });
      copyFileSync(join(project, file), join(this.directory, file));
    }
    for (const folder of packages.filter((path) => existsSync(join(project, path)))) {
      symlinkSync(join(project, folder), join(this.directory, folder));
    }
  }

  /**
   * Runs a program in the copy.
   *
   * @returns What it wrote to standard output.
   * @throws Error with all that it wrote, if it fails.
   */
  run(program: string, ...args: readonly string[]): string {
    const bin = join(this.directory, 'node_modules', '.bin');
    const { error, status, stdout, stderr } = spawnSync(program, args, {
      cwd: this.directory,
      encoding: 'utf8',
      // The copy of this run's programs belongs to this run: another Jest would remove it.
      env: { ...process.env, PENNON_TEST_BUILT: undefined, PATH: `${bin}:${process.env.PATH ?? ''}` },
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error !== undefined) throw error;
    if (status === 0) return stdout;
    throw new Error(`${program} ${args.join(' ')} failed (${status ?? 'signal'})\n${stdout}${stderr}`);
  }

  /** Removes it. */
  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** All files that are tracked, or could be; those that are deleted but not yet committed are not there. */
function filesOfProject(): readonly string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = spawnSync('git', args, { cwd: project, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return [...new Set(stdout.split('\0'))].filter((file) => file !== '' && existsSync(join(project, file)));
}
