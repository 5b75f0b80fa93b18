import {
  ConflictError,
  DeadlineExceededError,
  InvalidArgumentError,
  NotFoundError,
  PermissionDeniedError,
  ResourceExhaustedError,
  TooLargeError,
  UnauthenticatedError,
  UnavailableError,
  UnimplementedError,
  type DomainError,
} from '@pennon/domain';

/** Longest text of a server that is repeated, in UTF-16 units. */
const MAX_REPEATED = 4000;

/** An answer that is no success. */
export interface RefusalAnswer {
  /** Of HTTP. */
  readonly status: number;
  readonly body: string;
  /** Where the server wants the caller to go; undefined when it does not. */
  readonly location: string | undefined;
}

/** What a server refused with, as it says it in JSON. */
interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** The codes of gRPC that a refusal may have. */
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;
const UNIMPLEMENTED = 12;

/** What servers say of a path, or of a verb, that they do not know. */
const unknownRoute = ['Not Found', 'Method Not Allowed'];

/**
 * What a person should know of a refusal.
 *
 * @param server Address, for the message.
 * @param hasToken Whether a token was shown.
 */
export function remoteRefusal(server: string, hasToken: boolean, answer: RefusalAnswer): DomainError {
  const { status, location } = answer;
  if (status >= 300 && status < 400) return redirected(server, location);
  const refusal = refusalIn(answer.body);
  const says = refusal === undefined ? `answered ${status}` : `says: ${refusal.message}`;
  if (status === 401) return unauthenticated(server, hasToken);
  if (status === 403) return new PermissionDeniedError(`${server} ${says}`);
  if (isUnknownRoute(status, refusal))
    return new UnimplementedError(
      `${server} answered ${status}: it is not a Pennon server, or one of an older version, or it lives below another path`,
    );
  return errorOf(status, refusal, `${server} ${says}`);
}

function errorOf(status: number, refusal: Refusal | undefined, message: string): DomainError {
  switch (status) {
    case 400:
      // What the server says is about what was sent, unless the server is read-only. What is no Pennon server says
      // nothing of that.
      return refusal === undefined || refusal.code === FAILED_PRECONDITION
        ? new UnavailableError(message)
        : new InvalidArgumentError(refusal.message);
    case 404:
      return refusal?.code === NOT_FOUND
        ? new NotFoundError(refusal.message)
        : new UnimplementedError(message);
    case 409:
      return refusal === undefined ? new UnavailableError(message) : new ConflictError(refusal.message);
    case 413:
      return new TooLargeError(message);
    case 429:
      return new ResourceExhaustedError(message);
    case 501:
      return new UnimplementedError(message);
    case 504:
      return new DeadlineExceededError(message);
    default:
      return new UnavailableError(message);
  }
}

function unauthenticated(server: string, hasToken: boolean): DomainError {
  return new UnauthenticatedError(
    hasToken
      ? `${server} refuses the token: it is not one of its own, has expired or was revoked, or is for one namespace only`
      : `${server} wants to know who calls: a client token is needed`,
  );
}

/** The token, and the document, shall go where the person said and nowhere else. */
function redirected(server: string, location: string | undefined): DomainError {
  return new UnavailableError(
    `${server} sends callers ${targetOf(server, location)}: give the address of the server itself`,
  );
}

/** Without user and query, which may hold secrets. */
function targetOf(server: string, location: string | undefined): string {
  if (location === undefined || !URL.canParse(location, server)) return 'elsewhere';
  const { origin, pathname } = new URL(location, server);
  return `to ${origin}${pathname}`;
}

function isUnknownRoute(status: number, refusal: Refusal | undefined): boolean {
  if (status !== 404 && status !== 405 && status !== 501) return false;
  if (refusal === undefined) return true;
  return [NOT_FOUND, UNIMPLEMENTED].includes(refusal.code) && unknownRoute.includes(refusal.message);
}

function refusalIn(body: string): Refusal | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const { code, message } = parsed as Readonly<Record<string, unknown>>;
  if (typeof code !== 'number' || typeof message !== 'string') return undefined;
  return { code, message: message.slice(0, MAX_REPEATED) };
}
