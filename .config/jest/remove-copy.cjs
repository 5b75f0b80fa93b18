/** Removes what copy-built.cjs has copied. */
const { rmSync } = require('node:fs');

module.exports = () => {
  const place = process.env.PENNON_TEST_BUILT;
  delete process.env.PENNON_TEST_BUILT;
  if (place !== undefined) rmSync(place, { recursive: true, force: true });
};
