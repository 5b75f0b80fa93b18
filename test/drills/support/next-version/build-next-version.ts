import { join } from 'node:path';
import { ProjectCopy } from '../../../support/project-copy';

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
  const copy = new ProjectCopy('next-version');
  copy.run('git', 'apply', '-C1', join(__dirname, 'next-version.patch'));
  copy.run('nest', 'build', 'writer');
  copy.run(process.execPath, 'deploy/bundle/build.mjs');
  return {
    bundle: join(copy.directory, 'dist/bundle'),
    remove() {
      copy.remove();
    },
  };
}
