import { UnavailableError } from '@pennon/domain';

/** The error for a driver's: what was tried, where, and what the driver says, which holds no password. */
export function driverFailure(tried: string, location: string, error: unknown): UnavailableError {
  // Of several failed attempts at one host there is a code and no message.
  const { message, code } = (error ?? {}) as Partial<Record<'message' | 'code', unknown>>;
  const reason = textOf(message) ?? textOf(code) ?? 'it does not answer';
  return new UnavailableError(`the database ${location} cannot be ${tried}: ${reason}`, {
    cause: error,
  });
}

function textOf(said: unknown): string | undefined {
  return typeof said === 'string' && said !== '' ? said : undefined;
}
