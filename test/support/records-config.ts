import { loadConfig } from '@pennon/config';

/** How records of client tokens are kept at hand unless it is set otherwise. */
export const recordsConfig = loadConfig({ env: {}, root: '/nonexistent' }).config.authentication.records;
