import { startServer, type TestServer } from './server';
import { createTestDatabase, type TestDatabase } from './test-database';
import { useProcess, type SharedServer } from './use-server';

/** Settings by environment variable. */
type Settings = Readonly<Record<string, string>>;

/** A writer and a reader, each a process of its own, on one database. */
export interface SharedTiers {
  readonly writer: SharedServer;
  readonly reader: SharedServer;
}

/** Settings of the tiers, and what one of them has beside. */
export interface TierSettings {
  readonly both?: Settings;
  readonly writer?: Settings;
  readonly reader?: Settings;
}

/**
 * Starts both tiers before the first test of the surrounding `describe`, and stops them in good order after the last.
 *
 * @param given Their settings; a function where they are known only when the tests begin. Without `PENNON_DB_URL` they
 *   share a database of their own.
 */
export function useTiers(given: TierSettings | (() => TierSettings) = {}): SharedTiers {
  let database: TestDatabase;
  let settings: TierSettings;
  beforeAll(async () => {
    database = await createTestDatabase();
    settings = typeof given === 'function' ? given() : given;
  });
  const start = async (tier: 'writer' | 'reader'): Promise<TestServer> => {
    const { url: PENNON_DB_URL, directory } = database;
    return startServer({ tier, directory, env: { PENNON_DB_URL, ...settings.both, ...settings[tier] } });
  };
  const writer = useProcess(async () => start('writer'));
  const reader = useProcess(async () => start('reader'));
  afterAll(async () => database.remove());
  return { writer, reader };
}
