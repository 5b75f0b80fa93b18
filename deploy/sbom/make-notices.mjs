// `npm run build:sbom`: the licences of all packages in the bundles of server and dashboard, dist/licenses.txt. Most of them
// ask whoever passes the code on to pass their text on too. Needs `npm run build`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dist, heldPackages, read, root } from './held-packages.mjs';

/** What packages call the files with their licence, and with what has to be told of them. */
const TEXTS = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

// The same version may lie in two places.
const notices = new Map(heldPackages().map((path) => noticeOf(join(root, path))));
const texts = [...notices].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, text]) => text);
writeFileSync(join(dist, 'licenses.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));

/** @returns {[string, string]} */
function noticeOf(directory) {
  const { name, version, license, author } = read(join(directory, 'package.json'));
  const texts = readdirSync(directory)
    .filter((file) => TEXTS.test(file))
    .map((file) => readFileSync(join(directory, file), 'utf8').trim());
  const title = `${name} ${version}`;
  const byWhom = texts.length > 0 ? '' : (author?.name ?? author ?? '');
  const head = [title, typeof license === 'string' ? license : '', byWhom].filter((part) => part !== '');
  return [title, `${[head.join(', '), ...texts].join('\n\n')}\n`];
}
