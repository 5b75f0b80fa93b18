import { type Clock, isExpired, ResourceExhaustedError, type TokenRecords } from '@pennon/domain';
import { type ObjectStore } from '@pennon/object-store';
import { sha256Of } from './digest';
import { type ObjectEntry } from './manifest';
import { tokensKey } from './object-keys';
import { MAX_PUBLISHED_TOKENS, type PublishedToken, writeTokens } from './published-tokens';
import { type StoredSizes } from './stored-sizes';

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
   * @throws ResourceExhaustedError if there are too many.
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
        throw new ResourceExhaustedError(`more than ${MAX_PUBLISHED_TOKENS} client tokens are not published`);
      }
      tokens.push(token);
    }
    return tokens;
  }
}
