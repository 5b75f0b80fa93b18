import { UnauthenticatedError } from '@pennon/domain';

/**
 * What a caller gets whose proof is not good: the same words for every reason, so that a guesser learns nothing. The
 * reason is for the log.
 */
export function refusal(reason: string): UnauthenticatedError {
  return new UnauthenticatedError(undefined, { cause: reason });
}

/** The reason of a refusal, or of what led to it; undefined when none was given. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { cause } = error;
  if (cause instanceof Error) return cause.message;
  return typeof cause === 'string' ? cause : undefined;
}
