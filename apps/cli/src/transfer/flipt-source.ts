import { readFileSync } from 'node:fs';
import { type NamespaceDocument } from '@pennon/document';
import { openFliptDatabase, type FliptDatabase } from '@pennon/flipt-database';
import { type Given } from '../command-line/given';
import { explainFileError } from '../terminal/explain-file-error';
import { type ImportSource } from './import-source';

/** The namespaces of a database of Flipt, each as a document. */
export class FliptSource implements ImportSource {
  private constructor(
    readonly database: FliptDatabase,
    private readonly keys: readonly string[],
  ) {}

  /**
   * Opens the database, and reads all of it once.
   *
   * @param onOmission Told, in sentences, what cannot be brought along.
   */
  static async open(url: string, onOmission: (sentence: string) => void): Promise<FliptSource> {
    const database = await openFliptDatabase(url);
    try {
      for (const omission of await database.omissions()) onOmission(omission);
      const keys = await database.namespaces();
      for (const key of keys) {
        const { omissions } = await database.read(key);
        for (const omission of omissions) onOmission(`namespace ${key}: ${omission}`);
      }
      return new FliptSource(database, keys);
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  get size(): number {
    return this.keys.length;
  }

  async *documents(): AsyncGenerator<NamespaceDocument> {
    for (const key of this.keys) yield (await this.database.read(key)).document;
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}

/** The URL of Flipt's database that a command line gives; undefined when it gives none. */
export function fliptUrlOf(given: Given): string | undefined {
  given.assertAtMostOne('from-database', 'from-database-file');
  const file = given.text('from-database-file');
  if (file === undefined) return given.text('from-database');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw explainFileError('read', file, error);
  }
}
