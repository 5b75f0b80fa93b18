import { sized } from '../../support/size';

/** Another one each run; it stands in what is reported, and this variable brings it back. */
export const seed = Number(process.env.PENNON_TEST_SEED ?? Date.now() % 1_000_000);

/** How many writes are acknowledged before a run ends; the variable is for a quick look. */
export const WRITES = Number(process.env.PENNON_TEST_WRITES ?? sized({ small: 1_000, whole: 10_000 }));
