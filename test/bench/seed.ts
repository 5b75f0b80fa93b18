import { join } from 'node:path';
import { loadConfig } from '@pennon/config';
import { type NamespaceRows } from '@pennon/snapshot';
import { openDatabase, type Stores, UnitOfWork } from '@pennon/storage';
import { runServer } from '../support/run-server';

/** Makes the database a server in `directory` starts with, holding the rows. */
export async function seed(directory: string, rows: NamespaceRows): Promise<void> {
  await seedDatabase(databaseUrl(directory), rows);
}

/** The flags and segments of the database in `directory`, as a document: the path of its file, beside the database. */
export async function exportOf(directory: string): Promise<string> {
  const file = join(directory, 'flags.yaml');
  await command(directory, ['export', '--output', file]);
  return file;
}

/** Has another build make a database in `directory` of a document. @param bundle Directory of its programs. */
export async function importInto(directory: string, file: string, bundle: string): Promise<void> {
  await command(directory, ['import', file], bundle);
}

async function command(directory: string, args: readonly string[], bundle?: string): Promise<void> {
  const { exitCode, stderr } = await runServer({
    app: 'pennon',
    args,
    directory,
    env: { PENNON_DB_URL: databaseUrl(directory) },
    ...(bundle !== undefined && { bundle }),
  });
  if (exitCode !== 0) throw new Error(`pennon ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
}

function databaseUrl(directory: string): string {
  return `file:${join(directory, 'pennon.db')}`;
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
