import { connectTo } from './connections/connect';
import { FliptDatabase } from './flipt-database';
import { readSchema } from './schema/flipt-schema';

/**
 * Opens a database of Flipt v1 to read it: it is not changed.
 *
 * @param url As `db.url` takes it, and an embedded libSQL database as Flipt names it.
 * @throws InvalidArgumentError if the URL names nothing that can be read, or the database is not one of Flipt v1, or
 *   has a schema that is not known; says which.
 * @throws UnavailableError if it cannot be reached; names it without user and password.
 */
export async function openFliptDatabase(url: string): Promise<FliptDatabase> {
  const connection = await connectTo(url);
  try {
    return new FliptDatabase(connection, await readSchema(connection));
  } catch (error) {
    await connection.close();
    throw error;
  }
}
