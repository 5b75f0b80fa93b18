// `npm run generate:chart`: what lies in the chart and is made of something else. With `--check` it says what is stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { readmeOf } from './readme.mjs';
import { schemaOf } from './schema.mjs';
import { readValues } from './values.mjs';

process.chdir(resolve(import.meta.dirname, '../../..'));
const chart = join('deploy', 'helm', 'pennon');

const values = readValues(readFileSync(join(chart, 'values.yaml'), 'utf8'));
const files = {
  'README.md': readmeOf(values, parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))),
  'values.schema.json': `${JSON.stringify(schemaOf(values), undefined, 1)}\n`,
  'files/settings.txt': settingNames(readFileSync(join('docs', 'settings.md'), 'utf8')),
  // A chart can read nothing outside of itself.
  'files/alerts.yaml': readFileSync(join('deploy', 'monitoring', 'alerts.yaml'), 'utf8'),
  'files/grafana-dashboard.json': readFileSync(
    join('deploy', 'monitoring', 'grafana-dashboard.json'),
    'utf8',
  ),
};

for (const [name, text] of Object.entries(files)) {
  const path = join(chart, name);
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } else if (readIfThere(path) !== text) {
    console.error(`${path} is stale: run \`npm run generate:chart\``);
    process.exitCode = 1;
  }
}

/** The environment variables of all settings, as regular expressions: one may choose a part of some names. */
function settingNames(reference) {
  const names = [...reference.matchAll(/^\| `[^`]+` \| `(PENNON_[A-Z0-9_<>]+)` \|/gm)].map(
    ([, name]) => name,
  );
  if (names.length < 100) throw new Error('docs/settings.md has no settings');
  return `${names.map((name) => name.replaceAll(/<[A-Z]+>/g, '[A-Z0-9_]+')).join('\n')}\n`;
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
