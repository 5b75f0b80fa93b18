import { readFileSync } from 'node:fs';
import type { NamespaceDocument } from '@pennon/document';
import { SERVICE_ORIGIN, type TokenStore } from '@pennon/domain';
import { type FliptDatabase, openFliptDatabase } from '../flipt/flipt-database';
import { SystemClock } from '@pennon/storage';
import type { Given } from '../command-line/command';
import type { ImportSource } from '../documents/files-source';
import { explainFileError } from '../terminal/explain-file-error';
import { printLines } from '../terminal/print';

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

/** How tokens are brought along. */
export interface ImportTokensOptions {
  /** True to say how many there are, and store none. */
  readonly isDryRun: boolean;
  readonly isJson: boolean;
  /** Told, in sentences, which tokens cannot be brought along. */
  readonly onOmission: (sentence: string) => void;
}

/**
 * Stores the hashes of Flipt's client tokens, so that the tokens go on to be good. One that is there is left alone.
 *
 * @returns how many are new.
 */
export async function importTokens(
  from: FliptDatabase,
  to: TokenStore,
  { isDryRun, isJson, onOmission }: ImportTokensOptions,
): Promise<number> {
  const clock = new SystemClock();
  let created = 0;
  let present = 0;
  for await (const { tokenHash, authentication } of from.tokens({ onOmission })) {
    if ((await to.findByHash(tokenHash)) !== undefined) {
      present++;
      continue;
    }
    if (!isDryRun) await to.create(authentication, tokenHash, { origin: SERVICE_ORIGIN, at: clock.now() });
    created++;
  }
  const would = isDryRun ? 'would be ' : '';
  await printLines([
    isJson
      ? JSON.stringify({ tokens: true, dryRun: isDryRun, create: created, present })
      : `client tokens: ${created} ${would}created, ${present} there already`,
  ]);
  return created;
}
