import {
  authenticationMethods,
  type Authentication,
  type AuthenticationMetadata,
  type StoredMethod,
  type TokenRecord,
} from '@pennon/domain';
import { ManifestError } from './manifest-error';
import { ObjectFields } from './object-fields';

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
