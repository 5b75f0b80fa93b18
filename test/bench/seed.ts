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
  await stores.segments.createAll(rows.segments);
  await stores.constraints.createAll(rows.constraints);
  await stores.flags.createAll(rows.flags);
  await stores.variants.createAll(rows.variants);
  await stores.rules.createAll(rows.rules);
  await stores.distributions.createAll(rows.distributions.map((row) => ({ ...row, namespaceKey })));
  await stores.rollouts.createAll(rows.rollouts);
}
