import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namedSettings } from '../settings/setting-index';
import { renderReference } from './render-reference';

const reference = join(__dirname, '../../../../docs/settings.md');

test('docs/settings.md is what the settings table says', () => {
  if (readFileSync(reference, 'utf8') !== renderReference()) {
    throw new Error('docs/settings.md is stale. Write it anew with: npm run generate:settings');
  }
});

test('every setting has its row', () => {
  const rows = renderReference()
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(rows).toHaveLength(namedSettings.length);
  expect(rows).toContain(
    '| `server.http_port` | `PENNON_SERVER_HTTP_PORT` | port | `8080` | Port of HTTP; 0 takes any free port. |',
  );
});
