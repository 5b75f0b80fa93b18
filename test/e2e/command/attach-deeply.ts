import { loadConfig } from '@pennon/config';
import { openDatabase, UnitOfWork } from '@pennon/storage';
import { aFlag, aVariant } from '@pennon/testing';

/** Makes a namespace with an attachment that documents cannot hold, as earlier versions let callers store it. */
export async function attachDeeply(url: string, namespaceKey: string): Promise<void> {
  const { config } = loadConfig({ env: { PENNON_DB_URL: url }, root: '/nonexistent' });
  const database = await openDatabase(config.db, 'writer');
  const attachment = '['.repeat(190) + ']'.repeat(190);
  const unitOfWork = new UnitOfWork(database);
  await unitOfWork.change(namespaceKey, async ({ namespaces, flags, variants }) => {
    const [createdAt, updatedAt] = [1, 1];
    const namespace = { key: namespaceKey, name: namespaceKey, description: '', isProtected: false };
    await namespaces.create({ ...namespace, createdAt, updatedAt });
    await flags.createAll([aFlag('f', { namespaceKey })]);
    await variants.createAll([aVariant('f', 'deep', { key: 'deep', namespaceKey, attachment })]);
  });
  await database.close();
}
