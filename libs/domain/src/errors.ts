import { reasonsByCode, type ErrorCode, type ErrorReason } from './error-reasons';

/** Why a call is refused, for programs. */
export interface ErrorInfo {
  readonly reason: ErrorReason;
  /** What the reason is about, by name, as its row of the table says; nothing, unless given. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** What an error may say beside its message. */
export interface DomainErrorOptions extends ErrorOptions {
  /** Key of the flag that it is about, for callers who are told apart from the message. */
  readonly flagKey?: string;
  /** Why, for programs; what its code says, unless given. */
  readonly info?: ErrorInfo;
}

/** An error the caller is told about; everything else that is thrown is a bug and answers INTERNAL. */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode;

  /** True when nobody need look into it, whatever other errors of the code may mean. */
  readonly isRoutine: boolean = false;

  /** Key of the flag that it is about; `''` unless callers are told it apart from the message. */
  readonly flagKey: string;

  private readonly ownInfo: ErrorInfo | undefined;

  constructor(message: string, { flagKey = '', info, ...options }: DomainErrorOptions = {}) {
    super(message, options);
    this.name = new.target.name;
    this.flagKey = flagKey;
    this.ownInfo = info;
  }

  /** Why, for programs. */
  get info(): ErrorInfo {
    return this.ownInfo ?? { reason: reasonsByCode[this.code] };
  }
}

/** The caller went away before it was answered. */
export class CancelledError extends DomainError {
  readonly code = 'CANCELLED';
}

/** The answer was not ready in time. */
export class DeadlineExceededError extends DomainError {
  readonly code = 'DEADLINE_EXCEEDED';
}

/** The input breaks a shape or a law: also a key that is taken, and a noun that is in use. */
export class InvalidArgumentError extends DomainError {
  readonly code = 'INVALID_ARGUMENT';
}

/** A field of the input breaks a law; says which field and why in Flipt's one wording for it. */
export class InvalidFieldError extends InvalidArgumentError {
  constructor(
    readonly field: string,
    readonly problem: string,
    info: ErrorInfo = { reason: 'INVALID_FIELD' },
  ) {
    super(`invalid field ${field}: ${problem}`, {
      info: { ...info, metadata: { field, ...info.metadata } },
    });
  }
}

/** A member or parameter that this version of the server does not know. */
export class UnknownFieldError extends InvalidFieldError {
  /** @param hint `; did you mean …?`, or nothing. */
  constructor(field: string, version: string, hint: string) {
    super(field, `unknown to Pennon ${version}${hint}`, { reason: 'UNKNOWN_FIELD', metadata: { version } });
  }
}

/** The noun does not exist. */
export class NotFoundError extends DomainError {
  readonly code = 'NOT_FOUND';
}

/** The request is fine, and what is stored does not allow it now. */
export class FailedPreconditionError extends DomainError {
  readonly code = 'FAILED_PRECONDITION';
}

/** The caller has not proved who it is, or its credential is not good for this call. */
export class UnauthenticatedError extends DomainError {
  readonly code = 'UNAUTHENTICATED';

  /** @param message The same for every reason, unless told otherwise, so that a guesser learns nothing. */
  constructor(message = 'request was not authenticated', options?: DomainErrorOptions) {
    super(message, options);
  }
}

/** The caller is known, and must not do this. */
export class PermissionDeniedError extends DomainError {
  readonly code = 'PERMISSION_DENIED';
}

/** How long a caller is asked to wait where nothing says when it makes sense to try again, in seconds. */
const LONGEST_WAIT_S = 60;

/** There are more calls, or changes that wait, than a bound allows: the same request may pass later. */
export class ResourceExhaustedError extends DomainError {
  readonly code = 'RESOURCE_EXHAUSTED';

  /** How long the caller should wait before it tries again: whole seconds, 1 to 60. */
  readonly retryAfterS: number = LONGEST_WAIT_S;
}

/** One thing is larger than a bound allows: a body, a document, a list. Waiting does not help. */
export class TooLargeError extends DomainError {
  readonly code = 'TOO_LARGE';
}

/** The operation exists, but not here or not with this verb. */
export class UnimplementedError extends DomainError {
  readonly code = 'UNIMPLEMENTED';
}

/** The path exists, and has other methods than the one of the request. */
export class MethodNotAllowedError extends DomainError {
  /**
   * @param allowed The methods that the path has.
   * @param code `UNIMPLEMENTED` on routes that answer as Flipt does.
   * @param isOwn True for a path that Flipt does not have: programs are told why.
   */
  constructor(
    readonly allowed: readonly string[],
    readonly code: 'METHOD_NOT_ALLOWED' | 'UNIMPLEMENTED' = 'METHOD_NOT_ALLOWED',
    readonly isOwn = false,
  ) {
    super('Method Not Allowed');
  }
}

/** The body is compressed, or encoded in another way that is not decoded here. */
export class UnsupportedEncodingError extends DomainError {
  readonly code = 'UNSUPPORTED_ENCODING';
}

/** The operation exists, but another tier answers it: the message says which. */
export class OtherTierError extends DomainError {
  readonly code = 'OTHER_TIER';
}

/** The service cannot answer now and may later. */
export class UnavailableError extends DomainError {
  readonly code = 'UNAVAILABLE';
}

/** This instance is starting or shutting down, as instances do. */
export class NotServingError extends UnavailableError {
  override readonly isRoutine = true;

  /** @param options `reason`: what it waits for; callers are told. */
  constructor({ reason = '', ...options }: DomainErrorOptions & { readonly reason?: string } = {}) {
    super(`the service is NOT_SERVING${reason === '' ? '' : `: ${reason}`}`, options);
  }
}

/**
 * The request is fine and this instance must not do it. Flipt answers 500, which callers take for a fault of the server
 * and try again.
 */
export class ReadOnlyError extends DomainError {
  readonly code = 'FAILED_PRECONDITION';

  constructor() {
    super('modification is not allowed in read-only mode', { info: { reason: 'READ_ONLY' } });
  }
}

/** An {@link InvalidFieldError}. */
export function invalidField(field: string, problem: string): InvalidFieldError {
  return new InvalidFieldError(field, problem);
}

/** A message with what caused it, unless it says that already. */
export function withCause(message: string, cause: string): string {
  return message.includes(cause) ? message : `${message} (${cause})`;
}

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
