import { config } from 'zod/mini';

/**
 * `zod/mini` without its compiled parsers: those are made by `Function`, which our policy forbids. Schemas read
 * this setting when they are made, so they are all made from here.
 */
config({ jitless: true });

export * from 'zod/mini';
