import { type JsonObject } from '@pennon/domain';
import { type DecidingFlag, type KnownSegments } from '@pennon/state';
import { compareTimestamps } from '../time';
import { isPermanent, onlyAnswer } from './staleness';

/** What tells that a flag may have done its work. */
export interface StaleInput extends DecidingFlag {
  readonly metadata: JsonObject | undefined;
  readonly updatedAt: string;
}

/**
 * True for a flag that is not permanent, was not changed since that moment and gives everyone the same. It may be in
 * use all the same: this is a candidate, not a verdict.
 *
 * @param since RFC 3339.
 */
export function isStaleCandidate(flag: StaleInput, segments: KnownSegments, since: string): boolean {
  if (isPermanent(flag.metadata) || compareTimestamps(flag.updatedAt, since) >= 0) return false;
  return onlyAnswer(flag, segments) !== undefined;
}
