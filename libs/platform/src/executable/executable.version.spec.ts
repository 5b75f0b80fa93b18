import { readFileSync } from 'node:fs';
import { VERSION } from './executable';

// The bill of materials names both packages.
test.each(['package.json', 'web/package.json'])('the version is that of %s', (file) => {
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  expect(VERSION).toBe(version);
});
