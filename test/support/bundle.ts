import { join } from 'node:path';

/**
 * Directory of the programs that tests start: a copy from which no package can be reached, which
 * .config/jest/copy-built.cjs makes; or, without Jest, what is built.
 */
export const BUNDLE = join(process.env.PENNON_TEST_BUILT ?? process.cwd(), 'dist/bundle');
