import {
  canonicalMetadata,
  isJsonObject,
  quote,
  type Authentication,
  type AuthenticationMetadata,
  type Instant,
  type StoredMethod,
} from '@pennon/domain';
import { type Omissions } from './laws/omissions';
import { momentOf, parseJson } from './rows/column-kinds';
import { type RowOf } from './rows/row-reader';

/** What is read of the table `authentications`. */
export const tokenColumns = {
  id: 'text',
  hashed_client_token: 'text',
  method: 'integer',
  metadata: 'optionalText',
  expires_at: 'optionalText',
  created_at: 'moment',
  updated_at: 'moment',
} as const;

/** A record behind a client token, and the hash of the token: both mean to Pennon what they meant to Flipt. */
export interface FliptToken {
  /** SHA-256 of the token's text, base64url with padding. */
  readonly tokenHash: string;
  /** Metadata in canonical spelling. */
  readonly authentication: Authentication;
}

/** By the numbers that Flipt stores; of other numbers there are no records. */
const methods = new Map<number, StoredMethod>([
  [1, 'token'],
  [2, 'oidc'],
  [3, 'orchestrator'],
  [4, 'codehost'],
]);

/**
 * The token of a row; undefined, and an omission, when it is not understood. It is left out then rather than being good
 * for longer, or for more, than it was.
 *
 * @returns undefined without an omission for a record of another method.
 */
export function tokenOf(
  row: RowOf<typeof tokenColumns>,
  wanted: ReadonlySet<StoredMethod>,
  omissions: Omissions,
): FliptToken | undefined {
  const { id, hashed_client_token: tokenHash } = row;
  const method = methods.get(row.method);
  if (method === undefined || !wanted.has(method)) return undefined;
  const subject = `the token with the id ${quote(id)} is left out`;
  const isHash = /^[A-Za-z0-9_-]{43}=$/.test(tokenHash);
  if (!isHash) omissions.add(`${subject}: its hash is not valid`);
  const metadata = metadataOf(row.metadata);
  if (metadata === undefined) omissions.add(`${subject}: its metadata is no object of texts`);
  const moments = momentsOf(row);
  if (moments === undefined) omissions.add(`${subject}: one of its times is not valid`);
  if (!isHash || metadata === undefined || moments === undefined) return undefined;
  return { tokenHash, authentication: { id, method, ...moments, metadata } };
}

function momentsOf(
  row: RowOf<typeof tokenColumns>,
): Pick<Authentication, 'expiresAt' | 'createdAt' | 'updatedAt'> | undefined {
  const { created_at: createdAt, updated_at: updatedAt = createdAt, expires_at: expiry } = row;
  const expiresAt: Instant | undefined = expiry === undefined ? undefined : momentOf(expiry);
  if (createdAt === undefined || updatedAt === undefined) return undefined;
  if (expiry !== undefined && expiresAt === undefined) return undefined;
  return { expiresAt, createdAt, updatedAt };
}

function metadataOf(stored: string | undefined): AuthenticationMetadata | undefined {
  const json = parseJson(stored === undefined || stored === '' ? '{}' : stored);
  if (json === null) return {};
  if (json === undefined || !isJsonObject(json)) return undefined;
  const isOfTexts = Object.values(json).every((value) => typeof value === 'string');
  return isOfTexts ? canonicalMetadata(json as AuthenticationMetadata) : undefined;
}
