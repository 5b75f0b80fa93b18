import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuiltDashboard, filesIn } from './built-dashboard';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-dashboard-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function write(path: string, text = path): void {
  mkdirSync(join(directory, path, '..'), { recursive: true });
  writeFileSync(join(directory, path), text);
}

function built(): BuiltDashboard {
  return new BuiltDashboard(filesIn(directory));
}

/** What is found at that path, as text. */
function found(dashboard: BuiltDashboard, path: string): string | undefined {
  return dashboard.find(path)?.plain.toString();
}

it('finds the page, the files beside it and those that are named by their content', () => {
  for (const path of ['index.html', 'theme.js', 'assets/index-a1.js', 'assets/inter-b2.woff2']) write(path);
  const dashboard = built();
  expect(dashboard.isMissing).toBe(false);
  expect(found(dashboard, '/')).toBe('index.html');
  expect(found(dashboard, '/index.html')).toBe('index.html');
  expect(dashboard.find('/theme.js')).toMatchObject({
    contentType: 'text/javascript; charset=utf-8',
    isImmutable: false,
  });
  expect(dashboard.find('/assets/index-a1.js')).toMatchObject({ isImmutable: true });
  expect(dashboard.find('/assets/inter-b2.woff2')).toMatchObject({ contentType: 'font/woff2' });
});

it.each([
  ...['/assets', '/assets/', '/assets/none.js', '/theme.js/', '//theme.js', '/THEME.JS', '/index'],
  ...[
    '/.vite/manifest.json',
    '/.hidden',
    '/assets/index-a1.js.gz',
    '/assets/index-a1.js.map',
    '/assets/deep/x.js',
  ],
  ...['/../secret.js', '/%69ndex.html', '/__proto__', '/constructor', ''],
])('finds nothing else: %s', (path) => {
  for (const file of ['index.html', 'theme.js', '.vite/manifest.json', '.hidden', 'assets/deep/x.js'])
    write(file);
  for (const file of ['index-a1.js', 'index-a1.js.gz', 'index-a1.js.map']) write(`assets/${file}`);
  expect(built().find(path)).toBeUndefined();
});

it('takes the compressed forms that lie beside a file', () => {
  for (const path of ['index.html', 'assets/a.js', 'assets/a.js.br', 'assets/a.js.gz']) write(path);
  const dashboard = built();
  const { br, gzip } = dashboard.find('/assets/a.js') ?? {};
  expect([br?.toString(), gzip?.toString()]).toEqual(['assets/a.js.br', 'assets/a.js.gz']);
  expect(dashboard.find('/')).toMatchObject({ br: undefined, gzip: undefined });
});

it('tags a file by what it holds, whenever it was written', () => {
  write('index.html', 'one');
  const tagOf = (): string | undefined => built().find('/')?.tag;
  const first = tagOf();
  expect(first).toMatch(/^W\/"[\w-]{22}"$/);
  write('index.html', 'one');
  expect(tagOf()).toBe(first);
  write('index.html', 'two');
  expect(tagOf()).not.toBe(first);
});

it('goes on with what was there at the start when the build is replaced', () => {
  write('index.html', 'one');
  const dashboard = built();
  rmSync(directory, { recursive: true });
  expect(found(dashboard, '/')).toBe('one');
});

it.each(['no directory', 'no page'])('is missing where there is %s', (what) => {
  if (what === 'no directory') rmSync(directory, { recursive: true });
  else write('assets/index-a1.js');
  const dashboard = built();
  expect(dashboard.isMissing).toBe(true);
  expect(dashboard.find('/')).toBeUndefined();
});
