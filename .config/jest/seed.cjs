/** The seed of the small size, which is the same in every run: what fails in CI fails everywhere. */
const FIXED_SEED = 20_261_121;

/** The day as a number, in UTC: 20261128. */
function seedOf(day) {
  return Number(day.toISOString().slice(0, 10).replaceAll('-', ''));
}

/**
 * The seed of properties: `PENNON_TEST_SEED` if it is set. Otherwise the whole size draws other cases every day, and the
 * small size the same ones always.
 *
 * @param env `process.env`
 * @param now a `Date`
 */
function propertySeed(env, now) {
  if (env.PENNON_TEST_SEED) return Number(env.PENNON_TEST_SEED);
  return env.PENNON_TEST_SIZE === 'whole' ? seedOf(now) : FIXED_SEED;
}

module.exports = { propertySeed };
