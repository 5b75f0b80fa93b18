import type { Tier } from '@pennon/process';
import { firstSteps, startWriter } from './start-writer';
import { writerFreshness } from './freshness';

/** The write tier: the management API and logins, and evaluation too unless told not to. */
export const writer: Tier = {
  name: 'writer',
  start: startWriter,
  // A SQLite file has one process that writes to it.
  needsLeader: ({ db }) => db.dialect === 'sqlite',
  choices: (config) => ({ freshness: writerFreshness(config).mode }),
  firstSteps,
};
