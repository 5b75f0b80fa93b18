import {
  type Authentication,
  type AuthenticationMetadata,
  authenticationMethods,
  type Clock,
  isExpired,
  TooLargeError,
  type StoredMethod,
  type TokenRecord,
  type TokenRecords,
} from '@pennon/domain';
import type { ObjectStore } from './object-store/object-store';
import type { ObjectEntry } from './manifest';
import { ManifestError, ObjectFields } from './object-fields';
import { sha256Of, type StoredSizes, tokensKey } from './object-keys';

/** The record of a client token, and the hash that the token is known by. The token itself is nowhere. */
export type PublishedToken = TokenRecord;

/** Most tokens that are published. */
export const MAX_PUBLISHED_TOKENS = 100_000;

/** Longest text of published tokens that is read, in bytes. */
export const MAX_TOKENS_BYTES = 128 * 1024 * 1024;

/** The text of tokens; the same tokens give the same text. */
export function writeTokens(tokens: readonly PublishedToken[]): string {
  const lines = tokens.map(({ tokenHash, authentication }) => {
    const { id, method, expiresAt, createdAt, updatedAt, metadata } = authentication;
    const record = { id, method, expiresAt, createdAt, updatedAt, metadata };
    return JSON.stringify({ tokenHash, authentication: record });
  });
  return `{"tokens":[${lines.join(',\n')}]}\n`;
}

/** Reads the text of tokens. @throws ManifestError if it is none. */
export function parseTokens(text: string): readonly PublishedToken[] {
  const tokens = new ObjectFields(parseJson(text), '').list('tokens');
  if (tokens.length > MAX_PUBLISHED_TOKENS) {
    throw new ManifestError('tokens', `must not be more than ${MAX_PUBLISHED_TOKENS}`);
  }
  return tokens.map((value, index) => readToken(new ObjectFields(value, `tokens[${index}]`)));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ManifestError('tokens', 'are not JSON, or cut off');
  }
}

function readToken(fields: ObjectFields): PublishedToken {
  return {
    tokenHash: fields.text('tokenHash'),
    authentication: readAuthentication(fields.object('authentication')),
  };
}

function readAuthentication(fields: ObjectFields): Authentication {
  return {
    id: fields.text('id'),
    method: readMethod(fields),
    expiresAt: fields.has('expiresAt') ? fields.count('expiresAt') : undefined,
    createdAt: fields.count('createdAt'),
    updatedAt: fields.count('updatedAt'),
    metadata: readMetadata(fields.object('metadata')),
  };
}

function readMethod(fields: ObjectFields): StoredMethod {
  const word = fields.text('method');
  const method = authenticationMethods.find((known) => known === word);
  return method === undefined || method === 'jwt' ? fields.fail('method', 'is unknown') : method;
}

function readMetadata(fields: ObjectFields): AuthenticationMetadata {
  return Object.fromEntries(fields.names().map((name) => [name, fields.text(name)]));
}

/** What became of the records of tokens. */
export interface TokenUploadOutcome {
  readonly entry: ObjectEntry;
  /** How many tokens they are. */
  readonly count: number;
  readonly isWritten: boolean;
}

/** Puts the records of client tokens into the store, of those that are in force. */
export class TokenUpload {
  constructor(
    private readonly store: ObjectStore,
    private readonly records: TokenRecords,
    private readonly clock: Clock,
  ) {}

  /**
   * Sees to it that they are in the store.
   *
   * @param former What the manifest in the store says of them.
   * @param stored What is in the store; undefined to trust that what the manifest names is there.
   * @throws TooLargeError if there are too many.
   */
  async upload(
    former: ObjectEntry | undefined,
    stored: StoredSizes | undefined,
  ): Promise<TokenUploadOutcome> {
    const tokens = await this.tokensInForce();
    const body = Buffer.from(writeTokens(tokens));
    const sha256 = sha256Of(body);
    const entry = { key: tokensKey(sha256), size: body.length, sha256 };
    const isThere = former?.sha256 === sha256 && (stored?.has(former.key, former.size) ?? true);
    if (isThere) return { entry: former, count: tokens.length, isWritten: false };
    await this.store.put(entry.key, body, { contentType: 'application/json' });
    return { entry, count: tokens.length, isWritten: true };
  }

  /**
   * Those made by administrators, not those of logins: they are people's sessions, and short-lived ones of workloads,
   * which would come too late.
   */
  private async tokensInForce(): Promise<readonly PublishedToken[]> {
    const now = this.clock.now();
    const tokens: PublishedToken[] = [];
    for await (const token of this.records.list('token')) {
      if (isExpired(token.authentication, now)) continue;
      if (tokens.length === MAX_PUBLISHED_TOKENS) {
        throw new TooLargeError(`more than ${MAX_PUBLISHED_TOKENS} client tokens are not published`);
      }
      tokens.push(token);
    }
    return tokens;
  }
}
