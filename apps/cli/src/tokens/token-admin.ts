import { type fliptAuth, instantOf, timestampOf } from '@pennon/proto';
import { issueStaticToken, Tokens } from '@pennon/auth';
import {
  type AuthenticationMetadata,
  type ChangeSink,
  type Instant,
  NotFoundError,
  quote,
  SERVICE_ORIGIN,
} from '@pennon/domain';
import { ChangesOfTokens } from '@pennon/changes';
import { type Database, DatabaseTokenStore, SystemClock, UnitOfWork } from '@pennon/storage';
import type { Given } from '../command-line/command';
import { loadSettings } from '../config/settings';
import { openForReading, openForWriting } from '../targets/open-database';
import type { RemoteServer } from '../targets/remote-server';
import { serverOf } from '../targets/server-of';

/** A static token as somebody wants it. */
export interface WantedToken {
  readonly name: string;
  /** `''` for none. */
  readonly description: string;
  /** The only namespace it is good for; `''` for all. */
  readonly namespaceKey: string;
  readonly metadata: AuthenticationMetadata;
  /** Undefined for a token that never expires. */
  readonly expiresAt: Instant | undefined;
}

/** The record of a static token; nothing of it is secret. */
export interface TokenRecord {
  readonly id: string;
  readonly createdAt: Instant | undefined;
  /** Undefined for a token that never expires. */
  readonly expiresAt: Instant | undefined;
  /** By canonical keys. */
  readonly metadata: AuthenticationMetadata;
}

/** Where static tokens are made and revoked: in the database, or by a running server. */
interface TokenAdmin {
  /** Makes a token. Its text is kept nowhere. */
  create(wanted: WantedToken): Promise<{ readonly clientToken: string; readonly record: TokenRecord }>;
  /** In creation order, also those that are expired. */
  list(): AsyncIterable<TokenRecord>;
  /**
   * @param keepsChanges True to let go on what was scheduled with it. A server was told with the call.
   * @returns What waits for an editor now, as `change/ID` or `series/ID`; nothing from a server.
   * @throws NotFoundError if there is no such token.
   */
  delete(id: string, keepsChanges: boolean): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** How many records are read at once. */
const PAGE_SIZE = 100;

/** Tokens in the database, without a server in between. */
class DatabaseTokenAdmin implements TokenAdmin {
  private readonly store: DatabaseTokenStore;
  private readonly unitOfWork: UnitOfWork;

  /**
   * @param sink Tells running servers of tokens that are revoked, where the database does not tell them itself.
   * @param close Closes the database.
   */
  constructor(
    database: Database,
    private readonly sink: ChangeSink | undefined,
    readonly close: () => Promise<void>,
  ) {
    this.store = new DatabaseTokenStore(database);
    this.unitOfWork = new UnitOfWork(database);
  }

  async create(wanted: WantedToken): Promise<{ readonly clientToken: string; readonly record: TokenRecord }> {
    const tokens = new Tokens(new SystemClock(), this.store);
    const { clientToken, authentication } = await issueStaticToken(tokens, wanted, SERVICE_ORIGIN);
    return { clientToken, record: authentication };
  }

  async *list(): AsyncGenerator<TokenRecord> {
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const page = await this.store.list({ method: 'token', limit: PAGE_SIZE, offset });
      yield* page;
      if (page.length < PAGE_SIZE) return;
    }
  }

  async delete(id: string, keepsChanges: boolean): Promise<readonly string[]> {
    const found = await this.store.find(id);
    if (found?.method !== 'token') throw new NotFoundError(`there is no token with the id ${quote(id)}`);
    const held = keepsChanges ? [] : await new ChangesOfTokens(this.unitOfWork).hold(id, SERVICE_ORIGIN);
    await this.store.delete(id, { origin: SERVICE_ORIGIN, at: new SystemClock().now() });
    this.sink?.publish({ kind: 'tokens' });
    return held.map(({ kind, id: of }) => `${kind}/${of}`);
  }
}

/** Tokens of a running server. */
class ServerTokenAdmin implements TokenAdmin {
  constructor(private readonly server: RemoteServer) {}

  async create({
    expiresAt,
    metadata,
    ...wanted
  }: WantedToken): Promise<{ readonly clientToken: string; readonly record: TokenRecord }> {
    const { clientToken, authentication } = await this.server.createToken({
      ...wanted,
      metadata: { ...metadata },
      ...(expiresAt !== undefined && { expiresAt: timestampOf(expiresAt) }),
    });
    if (authentication === undefined) throw new Error('the server made a token and did not say which');
    return { clientToken, record: recordOf(authentication) };
  }

  async *list(): AsyncGenerator<TokenRecord> {
    for (const token of await this.server.listTokens()) yield recordOf(token);
  }

  async delete(id: string): Promise<readonly string[]> {
    const tokens = await this.server.listTokens();
    if (!tokens.some((token) => token.id === id)) {
      throw new NotFoundError(`there is no token with the id ${quote(id)}`);
    }
    await this.server.deleteToken(id);
    return [];
  }

  async close(): Promise<void> {
    return Promise.resolve();
  }
}

function recordOf({ id, createdAt, expiresAt, metadata }: fliptAuth.Authentication): TokenRecord {
  return {
    id,
    createdAt: createdAt && instantOf(createdAt),
    expiresAt: expiresAt && instantOf(expiresAt),
    metadata,
  };
}

/** Runs the work on the tokens that the command line names, in a database or at a server, and closes what it opened. */
export async function withTokenAdmin<T>(
  given: Given,
  purpose: 'read' | 'write',
  work: (admin: TokenAdmin) => Promise<T>,
): Promise<T> {
  const admin = await openTokenAdmin(given, purpose);
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

async function openTokenAdmin(given: Given, purpose: 'read' | 'write'): Promise<TokenAdmin> {
  const server = serverOf(given);
  if (server !== undefined) return new ServerTokenAdmin(server);
  const config = loadSettings(given);
  const { database, sink, close } = await (purpose === 'write' ? openForWriting : openForReading)(config);
  return new DatabaseTokenAdmin(database, sink, close);
}
