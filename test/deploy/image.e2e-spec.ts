import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildStage } from '../support/docker/build-stage';
import { readContext } from '../support/docker/context';
import { packagesOfMaps, readBill, versionOf, type BillOfMaterials } from './bill-of-materials';
import { baseImage, labelsOf, stages, textOf, wordsOf } from './image-instructions';

/** How long the image may take to be built, in milliseconds: that is a whole build. */
const BUILD_TIMEOUT_MS = 240_000;

/** How much larger an image may be than its base, in bytes. */
const MAX_SIZE = 45e6;

/** What the image is built of, as its build argument says: there is no `.git` in it. */
const SOURCE_COMMIT = '3f786850e387550fdab836ed7e6dc881de23001b';

jest.setTimeout(60_000);

let place: string;
/** What the image holds at /opt/pennon. */
let image: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'pennon-image-'));
  image = buildStage('writer', place, { given: { SOURCE_COMMIT } });
}, BUILD_TIMEOUT_MS);

afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

interface Package {
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** All files of the image, by their paths in it. */
function filesOf(directory: string): readonly string[] {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => statSync(join(directory, path)).isFile());
}

it('begins with a base of one digest', () => {
  expect(baseImage()).toMatch(/^node:\d+\.\d+\.\d+-trixie-slim@sha256:[0-9a-f]{64}$/);
});

it.each(stages)('says what it is: %s', (stage) => {
  const { version, description, license } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
  expect(labelsOf(stage)).toEqual({
    'org.opencontainers.image.title': 'Pennon',
    'org.opencontainers.image.description': description,
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': '',
    'org.opencontainers.image.created': '',
    'org.opencontainers.image.source': '',
    'org.opencontainers.image.licenses': license,
  });
});

it.each(stages)('runs as a user that is not root, and says how it is asked for its health: %s', (stage) => {
  expect([textOf(stage, 'USER'), textOf(stage, 'EXPOSE')]).toEqual(['10001:10001', '8080 9000']);
  expect(wordsOf(stage, 'HEALTHCHECK')).toEqual(['node', 'health.mjs']);
});

it('holds what runs, and nothing that it was built from', () => {
  expect(readdirSync(image).sort()).toEqual([
    ...['LICENSE', 'dist', 'health.mjs', 'licenses.txt', 'sbom.cdx.json'],
  ]);
  expect(readdirSync(join(image, 'dist')).sort()).toEqual(['bundle', 'web']);
  for (const path of ['web/index.html', 'bundle/pennon.js', 'bundle/bundle.cache'])
    expect([path, existsSync(join(image, 'dist', path))]).toEqual([path, true]);
});

it('tells which commit it was built of', () => {
  const bundle = join(image, 'dist/bundle');
  const telling = filesOf(bundle).filter((path) => readFileSync(join(bundle, path)).includes(SOURCE_COMMIT));
  expect(telling).not.toEqual([]);
});

it('holds nothing twice, and is small', () => {
  const files = filesOf(image).map((path) => ({ path, content: readFileSync(join(image, path)) }));
  const size = files.reduce((sum, { content }) => sum + content.length, 0);
  expect(size).toBeLessThan(MAX_SIZE);
  const paths = new Map<string, string>();
  for (const { path, content } of files) {
    const hash = createHash('sha256').update(content).digest('hex');
    expect([path, paths.get(hash)]).toEqual([path, undefined]);
    paths.set(hash, path);
  }
});

it('has modules that ask for nothing but parts of Node, and files that it holds', () => {
  const bundle = join(image, 'dist/bundle');
  for (const path of filesOf(bundle).filter((name) => /\.c?js$/.test(name))) {
    // What ends in `;]` is no code, but what the client of S3 tells people to write.
    const required = readFileSync(join(bundle, path), 'utf8').matchAll(
      /(?<![\w.])require\("([^"]+)"\)(?!;\])/g,
    );
    const missing = Array.from(required, ([, name = '']) => name).filter(
      (name) => !isBuiltin(name) && !existsSync(join(bundle, dirname(path), name)),
    );
    expect([path, missing]).toEqual([path, []]);
  }
});

it('has the programs that all other tests run', () => {
  const bundle = join(image, 'dist/bundle');
  // What V8 compiles depends on the moment.
  for (const path of filesOf(bundle).filter((name) => name !== 'bundle.cache')) {
    expect([path, withoutCommit(join(bundle, path)) === withoutCommit(join('dist/bundle', path))]).toEqual([
      path,
      true,
    ]);
  }
});

/** What a program is, whatever commit it was built of. */
function withoutCommit(path: string): string {
  return readFileSync(path, 'latin1').replaceAll(/\b[0-9a-f]{40}\b/g, '');
}

describe('the bill of materials', () => {
  const read = (): BillOfMaterials => readBill(join(image, 'sbom.cdx.json'));

  it('has packages whose licences are told, with their texts', () => {
    const notices = readFileSync(join(image, 'licenses.txt'), 'utf8');
    const titles = new Set(
      notices
        .split(`\n${'-'.repeat(80)}\n\n`)
        .map((notice) => /^(\S+) ([^,\s]+)/.exec(notice)?.slice(1).join('@')),
    );
    // The dashboard is a part of Pennon.
    const others = read().components.filter(({ 'bom-ref': ref }) => !ref.startsWith('pennon-web@'));
    expect(others.map(({ 'bom-ref': ref }) => ref).filter((ref) => !titles.has(ref))).toEqual([]);
    expect(notices).toContain('Permission is hereby granted, free of charge');
  });
  const namesIn = ({ components }: BillOfMaterials): readonly string[] =>
    components.map((component) => component['bom-ref']);

  it('names Pennon, and every package once, with where it comes from', () => {
    const { bomFormat, metadata, components } = read();
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
    expect([bomFormat, metadata.component]).toMatchObject(['CycloneDX', { name: 'pennon', version }]);
    expect(new Set(namesIn(read())).size).toBe(components.length);
    for (const { purl, scope } of components) {
      expect(purl).toMatch(/^pkg:npm\/.+@\d/);
      expect(scope).toBe('required');
    }
  });

  it('has all packages of the server, by the maps of its bundle, and those of the dashboard', () => {
    const names = namesIn(read());
    expect(names).toEqual(expect.arrayContaining([...packagesOfMaps(join(image, 'dist/bundle'))]));
    const shown = ['react', 'react-dom', 'tailwindcss', '@fontsource-variable/inter'];
    expect(names).toEqual(expect.arrayContaining(shown.map((name) => versionOf(join('node_modules', name)))));
  });

  it('has no package that builds or tests', () => {
    const server = new Set(packagesOfMaps(join(image, 'dist/bundle')));
    const others = namesIn(read()).filter((name) => !server.has(name));
    // The dashboard, and what it is made of.
    expect(others.length).toBeLessThan(60);
    const text = others.join(' ');
    expect(text).not.toMatch(/\b(vite|rolldown|jest|typescript|playwright|swc|node-gyp|@types)\b/);
  });

  it('says of each package which others it needs, of those that there are', () => {
    const { dependencies } = read();
    const names = new Set(namesIn(read()));
    expect(dependencies).toHaveLength(names.size + 1);
    for (const { dependsOn } of dependencies)
      for (const name of dependsOn) expect([name, names.has(name)]).toEqual([name, true]);
  });
});

it('is built from the sources alone', () => {
  const isGiven = readContext();
  const paths = [
    'libs/api/src/index.ts',
    'web/index.html',
    'web/node_modules/x',
    'libs/x.spec.ts',
    '.git/HEAD',
    'dist/x',
  ];
  expect(paths.filter(isGiven)).toEqual(['libs/api/src/index.ts', 'web/index.html']);
});
