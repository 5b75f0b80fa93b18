import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorReasons } from './error-reasons';

test('the page about the API has the table of reasons', () => {
  const page = readFileSync(join(__dirname, '../../../docs/api.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(?<reason>[A-Z_]+)` +\| (?<meaning>.+?) +\|$/gm)];
  expect(Object.fromEntries(rows.map(({ groups }) => [groups?.reason, groups?.meaning]))).toEqual(
    errorReasons,
  );
});
