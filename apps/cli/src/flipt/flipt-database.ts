import { buildDocument, type BuiltDocument } from '@pennon/document';
import { assertKey, DEFAULT_NAMESPACE_KEY, NotFoundError, quote, type StoredMethod } from '@pennon/domain';
import { connectTo } from './connections/connect';
import type { FliptConnection } from './connections/flipt-connection';
import { lawfulState } from './laws/lawful-state';
import { Omissions } from './laws/omissions';
import { type FliptSchema, readSchema } from './rows/flipt-schema';
import { readNamespaceRows } from './rows/namespace-rows';
import { type RowOf, RowReader } from './rows/row-reader';
import { type FliptToken, tokenColumns, tokenOf } from './token-of';

/** How many tokens are in memory at once. */
const TOKENS_AT_ONCE = 1000;

const namespaceColumns = { key: 'text', name: 'text', description: 'text', created_at: 'moment' } as const;

type NamespaceRow = RowOf<typeof namespaceColumns>;

/** Which tokens to read. */
export interface TokenQuery {
  /** Static tokens unless given. */
  readonly methods?: readonly StoredMethod[];
  /** Told of tokens that are left out, in a sentence without the hash. */
  readonly onOmission?: (sentence: string) => void;
}

/**
 * A database of Flipt v1 as it was when it was opened, however long it is read.
 *
 * All methods reject with an `UnavailableError` when the database does not answer any more.
 */
export class FliptDatabase {
  private readonly reader: RowReader;

  constructor(
    private readonly connection: FliptConnection,
    private readonly schema: FliptSchema,
  ) {
    this.reader = new RowReader(connection, schema);
  }

  /** Where it is, for people; without user and password. */
  get location(): string {
    return this.connection.location;
  }

  /** The number that Flipt gives its schema; every kind of database has numbers of its own. */
  get schemaVersion(): number {
    return this.schema.version;
  }

  /** Keys of the namespaces that Pennon can have, in the order of their creation. */
  async namespaces(): Promise<readonly string[]> {
    const keys = (await this.namespaceRows()).map(({ key }) => key);
    return keys.filter((key) => new Omissions().isLawful('', lawOf(key)));
  }

  /** What is in none of {@link namespaces}, in sentences for people: usually nothing. */
  async omissions(): Promise<readonly string[]> {
    const omissions = new Omissions();
    const keys = (await this.namespaceRows()).map(({ key }) => key);
    for (const key of keys) omissions.isLawful(`namespace ${quote(key)} is left out`, lawOf(key));
    for (const key of await this.reader.namespaceKeys(['flags', 'segments'])) {
      if (!keys.includes(key)) {
        omissions.add(`what is in namespace ${quote(key)} is left out: there is no such namespace`);
      }
    }
    return omissions.all;
  }

  /**
   * What a namespace says, and in sentences for people what of it Pennon's laws refuse and was left out. Nothing is
   * left out so that a rule or rollout would reach more entities than it does.
   *
   * @throws NotFoundError if there is no such namespace.
   * @throws InvalidArgumentError if Pennon cannot have a namespace of that key.
   * @throws TooLargeError if it is too large to be read at once.
   */
  async read(namespaceKey: string): Promise<Pick<BuiltDocument, 'document' | 'omissions'>> {
    const row = (await this.namespaceRows()).find(({ key }) => key === namespaceKey);
    if (row === undefined) {
      throw new NotFoundError(`the database ${this.location} has no namespace ${quote(namespaceKey)}`);
    }
    assertKey('key', namespaceKey);
    const omissions = new Omissions();
    const rows = await readNamespaceRows(this.reader, namespaceKey);
    const state = lawfulState(row, rows, omissions);
    const built = buildDocument(state);
    const { key, name, description } = row;
    // A namespace without a name says nothing of it, as in a document.
    const namespace =
      name === ''
        ? { key, name: undefined, description: description || undefined }
        : built.document.namespace;
    return { document: { ...built.document, namespace }, omissions: [...omissions.all, ...built.omissions] };
  }

  /** The tokens, expired ones too, in no order that means anything. */
  async *tokens({ methods = ['token'], onOmission }: TokenQuery = {}): AsyncGenerator<FliptToken, void> {
    const wanted = new Set(methods);
    let after = '';
    for (;;) {
      const page = { after, limit: TOKENS_AT_ONCE };
      const rows = await this.reader.page('authentications', tokenColumns, page);
      const omissions = new Omissions();
      for (const row of rows) {
        const token = tokenOf(row, wanted, omissions);
        if (token !== undefined) yield token;
      }
      for (const sentence of omissions.all) onOmission?.(sentence);
      const last = rows.at(-1);
      if (last === undefined || rows.length < TOKENS_AT_ONCE) return;
      after = last.id;
    }
  }

  /** Ends the reading. The database is as it was. */
  async close(): Promise<void> {
    await this.connection.close();
  }

  /** Before there were namespaces, everything was in the one that was to become `default`. */
  private async namespaceRows(): Promise<readonly NamespaceRow[]> {
    if (this.schema.hasTable('namespaces')) return this.reader.all('namespaces', namespaceColumns);
    return [{ key: DEFAULT_NAMESPACE_KEY, name: '', description: '', created_at: undefined }];
  }
}

function lawOf(key: string): () => void {
  return () => {
    assertKey('key', key);
  };
}

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
