import { type WireObject } from './wire';

/** What a call asked for; its headers and its query, which may hold secrets, are never part of it. */
export interface CallNames {
  readonly method: string;
  readonly path: string;
}

/** Status of a call that got no answer at all. */
export const NO_ANSWER = 0;

const READ_ONLY = 'modification is not allowed in read-only mode';

/** The server refused a call, or did not answer it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly method: string;
  readonly path: string;
  constructor(
    call: CallNames,
    /** Of HTTP; {@link NO_ANSWER} when the server could not be reached in time. */
    readonly httpStatus: number,
    /** Of the error body; 14 (unavailable) when there is none. */
    readonly code: number,
    message: string,
    /** The person was asked to sign in, did not, and needs no other message. */
    readonly isKnown = false,
    /** What the server says besides, as the parts that a change is in conflict about. */
    readonly details: readonly WireObject[] = [],
  ) {
    super(message);
    this.method = call.method;
    this.path = call.path;
  }
}

/** True for the refusal of a write by a server whose data is changed elsewhere; Flipt v1 answers 500 there. */
export function isReadOnlyError(error: unknown): boolean {
  return error instanceof ApiError && error.message.includes(READ_ONLY);
}

/** True when the server could not answer, which says nothing about what was asked. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof ApiError) || isReadOnlyError(error)) return false;
  return error.httpStatus === NO_ANSWER || (error.httpStatus >= 500 && error.httpStatus !== 501);
}

/** True when what was asked for does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.httpStatus === 404;
}

/** True when the server does not know who asks. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.httpStatus === 401;
}

/** True when the server knows who asks, and does not let them (code 7). */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.httpStatus === 403;
}

/** Fields of a form by the message that names them. */
const fieldsByMessage: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^invalid field ([\w.]+)(?: or \w+)?:/, camelCase],
  [/^(?:flag|segment|namespace|variant) ".*" is not unique/, () => 'key'],
  [/^rank number: \d+ already exists/, () => 'rank'],
];

/** The field that the server names, as in `threshold.percentage`; undefined for other errors. */
export function fieldOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || (error.httpStatus !== 400 && error.httpStatus !== 409))
    return undefined;
  for (const [pattern, field] of fieldsByMessage) {
    const match = pattern.exec(error.message);
    if (match !== null) return field(match[1] ?? '');
  }
  return undefined;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** What people may pass on to whoever helps them; no headers and no query. */
export function detailsOf(error: unknown): string {
  if (error instanceof ApiError) {
    const { method, path, httpStatus, code, message } = error;
    return JSON.stringify({ method, path, status: httpStatus, code, message }, null, 2);
  }
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
