import { ROLE_KEY, tokenKeys } from '@pennon/domain';
import { parseTimestamp } from '../time';

/** A token as far as its hygiene is concerned. */
export interface HygieneToken {
  readonly id: string;
  /** Undefined for what does not expire. */
  readonly expiresAt: string | undefined;
  /** By canonical keys. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** What is wrong with a token. */
export type TokenProblem = 'expired' | 'expiring' | 'everlasting' | 'bootstrap';

/** Within so many days a token counts as expiring, as in the list of tokens. */
const SOON = 14;

const DAY = 86_400_000;

/** The name of the token that a server makes for its own setup. */
const BOOTSTRAP_NAME = 'initial_bootstrap_token';

/** Everything that is wrong with one token. */
export function tokenProblems({ expiresAt, metadata }: HygieneToken, now: Date): readonly TokenProblem[] {
  const isBootstrap = metadata[tokenKeys.name] === BOOTSTRAP_NAME;
  return [...(isBootstrap ? (['bootstrap'] as const) : []), ...expiryProblems(expiresAt, metadata, now)];
}

function expiryProblems(
  expiresAt: string | undefined,
  metadata: HygieneToken['metadata'],
  now: Date,
): readonly TokenProblem[] {
  if (expiresAt === undefined) return isFullAccess(metadata) ? ['everlasting'] : [];
  const end = parseTimestamp(expiresAt);
  if (end === undefined) return [];
  const left = end.getTime() - now.getTime();
  if (left <= 0) return ['expired'];
  return left <= SOON * DAY ? ['expiring'] : [];
}

/** A token without a namespace or a role may do everything. */
function isFullAccess(metadata: HygieneToken['metadata']): boolean {
  const role = metadata[ROLE_KEY];
  return metadata[tokenKeys.namespace] === undefined && (role === undefined || role === 'admin');
}
