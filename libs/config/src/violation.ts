import type { ConfigProblem } from './config-error';

/** A setting that does not go together with the others; by its key, or by its variable where it is reserved. */
export type Violation = Pick<ConfigProblem, 'key' | 'reason'>;
