/**
 * Copies the programs and the dashboard to a directory of their own, where processes of tests run them. No package can be
 * reached from there, as in an image: what the bundle lacks fails in a test.
 */
const { cpSync, existsSync, mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = () => {
  // Tests of modules need nothing that is built; and of several projects the first has copied it.
  if (!existsSync('dist/bundle/pennon.js') || process.env.PENNON_TEST_BUILT !== undefined) return;
  const place = mkdtempSync(join(tmpdir(), 'pennon-built-'));
  for (const part of ['dist/bundle', 'dist/web']) cpSync(part, join(place, part), { recursive: true });
  process.env.PENNON_TEST_BUILT = place;
};
