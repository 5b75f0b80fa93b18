import type { Tier } from '@pennon/process';
import { type Config } from '@pennon/config';
import { sourceKindOf } from '@pennon/document-source';
import { readerFreshness } from './app.module';
import { startReader } from './start-reader';

/** The read tier: evaluation, from a database that a writer keeps, or from documents. */
export const reader: Tier = {
  name: 'reader',
  start: startReader,
  needsLeader: () => false,
  choices,
  firstSteps: () => [],
};

function choices(config: Config): Readonly<Record<string, string>> {
  const location = sourceKindOf(config.storage)?.locationOf(config.storage);
  const freshness = readerFreshness(config).mode;
  return location === undefined ? { freshness } : { database: 'none', documents: location, freshness };
}
