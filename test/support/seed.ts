/**
 * What properties draw their cases from: the same in every run of the small size, another one every day in the whole
 * size, and `PENNON_TEST_SEED` where that is set. `.config/jest/seed.cjs` chooses it, once for a run.
 */
export const propertySeed = Number(process.env.PENNON_PROPERTY_SEED);
