import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The last file that each step of a build writes: whoever runs a step alone changes it. */
const outputs = ['dist/apps/writer/src/main.js', 'dist/web/index.html', 'dist/bundle/bundle.cache'];

/** What the files in dist/ were made of, as the last build has written it there. */
export class BuiltOf {
  /** @param root The directory of the project. */
  constructor(root) {
    this.root = root;
    this.record = join(root, 'dist/built-of.json');
  }

  /** True if a build would make the same files again. Never outside of a Git repository. */
  get isCurrent() {
    const sources = this.#sources();
    if (sources === undefined || !existsSync(this.record)) return false;
    return readFileSync(this.record, 'utf8') === this.#text(sources);
  }

  /** Before a build, which may fail. */
  forget() {
    rmSync(this.record, { force: true });
  }

  /** After a build. */
  remember() {
    const sources = this.#sources();
    if (sources !== undefined) writeFileSync(this.record, this.#text(sources));
  }

  /** What a build depends on: all files that Git does not ignore, the commit that it records, and the version of Node. */
  #sources() {
    const directory = mkdtempSync(join(tmpdir(), 'pennon-build-'));
    try {
      const index = join(directory, 'index');
      // A copy of the index knows by their times which files have not changed.
      copyFileSync(resolve(this.root, this.#git({}, 'rev-parse', '--git-path', 'index')), index);
      const env = { GIT_INDEX_FILE: index };
      this.#git(env, 'add', '--all');
      return [
        this.#git(env, 'rev-parse', 'HEAD'),
        this.#git(env, 'write-tree'),
        process.env.SOURCE_COMMIT ?? '',
        process.version,
      ];
    } catch {
      return undefined;
    } finally {
      rmSync(directory, { recursive: true });
    }
  }

  #git(env, ...args) {
    const stdio = ['ignore', 'pipe', 'ignore'];
    const options = { cwd: this.root, env: { ...process.env, ...env }, encoding: 'utf8', stdio };
    return execFileSync('git', args, options).trim();
  }

  #text(sources) {
    const written = outputs.map((file) => {
      const path = join(this.root, file);
      return existsSync(path) ? statSync(path).mtimeMs : 0;
    });
    return JSON.stringify({ sources, written });
  }
}
