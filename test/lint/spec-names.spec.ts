import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** All files of the apps and libs. */
const files: ReadonlySet<string> = new Set(
  ['apps', 'libs'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)),
  ),
);

/**
 * The sources that a spec may be named after, beside it: `a/b.c.spec.ts` tests `a/b.c.ts` or an aspect of `a/b.ts`.
 * Undefined if the file is not a spec.
 */
function sourcesOf(path: string): readonly string[] | undefined {
  const name = /([^/]+?)\.(?:spec|e2e-spec)\.ts$/.exec(path)?.[1];
  const words = name?.split('.');
  return words?.map((_, index) => join(dirname(path), `${words.slice(0, index + 1).join('.')}.ts`));
}

test.each([
  ['a/b.spec.ts', ['a/b.ts']],
  [
    'a/b.store.rows.server.spec.ts',
    ['a/b.ts', 'a/b.store.ts', 'a/b.store.rows.ts', 'a/b.store.rows.server.ts'],
  ],
  ['a/b.e2e-spec.ts', ['a/b.ts']],
  ['a/b.ts', undefined],
])('%s is named after one of %j', (path, sources) => {
  expect(sourcesOf(path)).toEqual(sources);
});

test('every spec of apps and libs has the name of a source beside it', () => {
  const specs = [...files].filter((path) => sourcesOf(path) !== undefined);
  expect(specs).not.toEqual([]);
  expect(specs.filter((path) => !sourcesOf(path)?.some((source) => files.has(source)))).toEqual([]);
});
