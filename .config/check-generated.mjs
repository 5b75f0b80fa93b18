// Fails when the TypeScript generated from proto/ differs from what is committed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const generated = join('libs', 'proto', 'src', 'gen');

const scratch = mkdtempSync(join(tmpdir(), 'pennon-generated-'));
try {
  generateInto(scratch);
  const stale = differences(readTree(join(root, generated)), readTree(join(scratch, generated)));
  if (stale.length > 0) {
    console.error(`${generated} is stale: run \`npm run generate:proto\``);
    for (const line of stale) console.error(`  ${line}`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`Cannot check ${generated}: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Runs the generator of `npm run generate:proto`, with its output paths taken from `directory`. */
function generateInto(directory) {
  const bin = join(root, 'node_modules', '.bin');
  const { status, error } = spawnSync(
    join(bin, 'buf'),
    ['generate', '--template', '.config/buf.gen.yaml', '--output', directory, 'proto'],
    {
      cwd: root,
      // buf looks for its plugin on the PATH, which npm has prepared but a plain `node` has not.
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (error) throw error;
  if (status !== 0) throw new Error('buf generate failed');
}

/** Content by path relative to `directory`; empty if there is no such directory. */
function readTree(directory) {
  let entries;
  try {
    entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return new Map();
    throw error;
  }
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(directory, path), readFileSync(path, 'utf8')]));
}

/** One line per path that is not the same in both trees, sorted. */
function differences(committed, fresh) {
  return [...new Set([...committed.keys(), ...fresh.keys()])].sort().flatMap((path) => {
    const name = join(generated, path);
    if (!committed.has(path)) return [`${name} (missing)`];
    if (!fresh.has(path)) return [`${name} (no longer generated: delete it)`];
    return committed.get(path) === fresh.get(path) ? [] : [`${name} (differs)`];
  });
}
