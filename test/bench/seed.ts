import { join } from 'node:path';
import { loadConfig } from '@pennon/config';
import { type NamespaceRows } from '@pennon/snapshot';
import { openDatabase, type Stores, UnitOfWork } from '@pennon/storage';

/** Makes the database a server in `directory` starts with, holding the rows. */
export async function seed(directory: string, rows: NamespaceRows): Promise<void> {
  await seedDatabase(`file:${join(directory, 'pennon.db')}`, rows);
}

/** Fills an empty database, of any kind, with the rows: through the production stores but in one transaction. */
export async function seedDatabase(url: string, rows: NamespaceRows): Promise<void> {
  const { config } = loadConfig({ env: { PENNON_DB_URL: url } });
  const database = await openDatabase(config.db, 'writer');
  try {
    await new UnitOfWork(database).write((stores) => insert(stores, rows));
  } finally {
    await database.close();
  }
}

async function insert(stores: Stores, rows: NamespaceRows): Promise<void> {
  const namespaceKey = rows.namespace.key;
  await stores.namespaces.raiseRevision(namespaceKey);
  // Segments come first and distributions after what they point at: the database checks.
  for (const row of rows.segments) await stores.segments.create(row);
  for (const row of rows.constraints) await stores.constraints.create(row);
  for (const row of rows.flags) await stores.flags.create(row);
  for (const row of rows.variants) await stores.variants.create(row);
  for (const row of rows.rules) await stores.rules.create(row);
  for (const row of rows.distributions) await stores.distributions.create({ ...row, namespaceKey });
  for (const row of rows.rollouts) await stores.rollouts.create(row);
}
