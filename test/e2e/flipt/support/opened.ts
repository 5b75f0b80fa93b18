import { type FliptDatabase, openFliptDatabase } from '../../../../apps/cli/src/flipt/flipt-database';

/** Opens the database of that URL for as long as the work takes. */
export async function opened<T>(url: string, work: (flipt: FliptDatabase) => Promise<T>): Promise<T> {
  const flipt = await openFliptDatabase(url);
  try {
    return await work(flipt);
  } finally {
    await flipt.close();
  }
}
