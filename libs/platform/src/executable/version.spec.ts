import { readFileSync } from 'node:fs';
import { VERSION } from './executable';

test('the version is that of package.json', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(VERSION).toBe(version);
});
