/** Removes what copy-built.cjs has copied. */
const { rmSync } = require('node:fs');

module.exports = () => {
  const place = process.env.PENNON_TEST_DIST;
  delete process.env.PENNON_TEST_DIST;
  if (place !== undefined) rmSync(place, { recursive: true, force: true });
};
