// The commit that a build is made of, which the server tells in `/meta/info` and `pennon_build_info`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * `SOURCE_COMMIT`, or else the commit that is checked out. Empty when neither is known: an image is built without `.git`, and
 * gets the commit as a build argument.
 *
 * @param root Directory of the repository.
 */
export function sourceCommit(root, env = process.env) {
  if (env.SOURCE_COMMIT) return env.SOURCE_COMMIT;
  // Of this repository alone: sources without `.git` may lie in another one.
  const { status, stdout } = spawnSync('git', [`--git-dir=${join(root, '.git')}`, 'rev-parse', 'HEAD'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim() : '';
}
