import { performance } from 'node:perf_hooks';
import { type Logger } from '@nestjs/common';
import { withCause } from '@pennon/domain';
import { type ErrorStatus } from './error-status';

/** Shortest time between two lines about the same passing fault, in milliseconds. */
const REPEAT_INTERVAL_MS = 10_000;

/** Most reasons that are remembered; beyond that the oldest is forgotten. */
const MAX_REASONS = 100;

/** When a reason was logged last, and how often it was not since. */
interface Told {
  readonly at: number;
  untold: number;
}

/** By what was written as the reason. */
const told = new Map<string, Told>();

/**
 * Logs a failed call as loudly as its row of the table says; what nobody need know is not logged.
 *
 * A bug is logged each time, with its stack. A passing fault, such as a full disk, is one short line, and at most one
 * in ten seconds for each reason: it says how many calls failed by it since the line before.
 */
export function logFailure(logger: Logger, status: ErrorStatus, error: unknown, call: object): void {
  if (status.logLevel === 'debug') return;
  if (status.logLevel === 'error') {
    logger.error({ err: error, ...call }, 'request failed');
    return;
  }
  const reason = reasonOf(error);
  const now = performance.now();
  const before = told.get(reason);
  if (before !== undefined && now - before.at < REPEAT_INTERVAL_MS) {
    before.untold++;
    return;
  }
  // Anew, so that the first of them is the one that was logged the longest time ago.
  told.delete(reason);
  told.set(reason, { at: now, untold: 0 });
  if (told.size > MAX_REASONS) told.delete([...told.keys()][0] ?? '');
  const others = before?.untold ?? 0;
  logger.warn({ reason, ...(others > 0 && { others }), ...call }, 'request failed');
}

/** What the error says, and what the causes below it say, of which the last is what a driver or the system said. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? withCause(error.message, reasonOf(error.cause)) : error.message;
}
