import { type Tier } from '@pennon/api';
import { writerFreshness } from './freshness';
import { startWriter } from './start-writer';

/** The write tier: the management API and logins, and evaluation too unless told not to. */
export const writer: Tier = {
  name: 'writer',
  start: startWriter,
  // A SQLite file has one process that writes to it.
  needsLeader: ({ db }) => db.dialect === 'sqlite',
  choices: (config) => ({ freshness: writerFreshness(config).mode }),
  firstSteps: (url) => [
    'Try it:',
    `  curl ${url}/api/v1/namespaces/default/flags -d '{"key":"hello","name":"Hello","type":"BOOLEAN_FLAG_TYPE","enabled":true}'`,
    `  curl ${url}/evaluate/v1/boolean -d '{"flagKey":"hello","entityId":"me"}'`,
  ],
};
