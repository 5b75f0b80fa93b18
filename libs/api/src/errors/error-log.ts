import { type Logger } from '@nestjs/common';
import { type ErrorStatus } from './error-status';

/** Logs a failed call as loudly as its row of the table says; what nobody need know is not logged. */
export function logFailure(logger: Logger, status: ErrorStatus, error: unknown, call: object): void {
  if (status.logLevel !== 'debug') logger[status.logLevel]({ err: error, ...call }, 'request failed');
}
