import { type fliptAuth, instantOf, timestampOf } from '@pennon/api';
import { NotFoundError, quote } from '@pennon/domain';
import { type RemoteServer } from '../remote/remote-server';
import { type TokenDesk, type TokenRecord, type WantedToken } from './token-desk';

/** Tokens of a running server. */
export class ServerTokenDesk implements TokenDesk {
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

  async delete(id: string): Promise<void> {
    const tokens = await this.server.listTokens();
    if (!tokens.some((token) => token.id === id)) {
      throw new NotFoundError(`there is no token with the id ${quote(id)}`);
    }
    await this.server.deleteToken(id);
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
