import { instantOf, isTimestampValid, type pennonAnalytics } from '@pennon/proto';
import {
  assertKeyLength,
  findUnstorable,
  invalidField,
  MICROS_PER_MINUTE,
  type CountBatch,
  type EvaluationCount,
  type Instant,
} from '@pennon/domain';
import { type PlausibleMinutes } from './counting/retention';

/** Most counts of a batch: they are written by one transaction, for which others wait. */
const MAX_COUNTS = 1000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The batch that a request holds.
 *
 * @param minutes Of which counts are taken.
 * @throws InvalidFieldError naming the first field that is wrong by its place: `counts[3].minute`.
 */
export function countBatchOf(
  { source, sequence, counts }: pennonAnalytics.AddCountsRequest,
  minutes: PlausibleMinutes,
): CountBatch {
  if (!UUID.test(source)) throw invalidField('source', 'must be a UUID in lower case');
  if (sequence < 1n || sequence > BigInt(Number.MAX_SAFE_INTEGER))
    throw invalidField('sequence', `must be from 1 to ${Number.MAX_SAFE_INTEGER}`);
  if (counts.length < 1 || counts.length > MAX_COUNTS)
    throw invalidField('counts', `must be from 1 to ${MAX_COUNTS}, and are ${counts.length}`);
  const batch = counts.map((count, index) => countOf(count, `counts[${index}]`, minutes));
  assertDistinct(batch);
  return { source, sequence: Number(sequence), counts: batch };
}

function countOf(
  count: pennonAnalytics.FlagCount,
  place: string,
  minutes: PlausibleMinutes,
): EvaluationCount {
  const { namespaceKey, flagKey, value, evaluations } = count;
  assertName(`${place}.namespaceKey`, namespaceKey);
  assertName(`${place}.flagKey`, flagKey);
  if (value !== '') assertName(`${place}.value`, value);
  if (evaluations < 1) throw invalidField(`${place}.evaluations`, 'must be at least 1');
  return { namespaceKey, flagKey, value, minute: minuteOf(count, `${place}.minute`, minutes), evaluations };
}

/** What no database could tell from another name, or could not keep, is none. */
function assertName(field: string, name: string): void {
  assertKeyLength(field, name);
  const found = findUnstorable(name);
  if (found !== undefined) throw invalidField(field, found.reason);
}

function minuteOf(
  { minute }: pennonAnalytics.FlagCount,
  field: string,
  { from, to }: PlausibleMinutes,
): Instant {
  if (minute === undefined) throw invalidField(field, 'must not be empty');
  if (!isTimestampValid(minute)) throw invalidField(field, 'must be a moment');
  const instant = instantOf(minute);
  if (instant % MICROS_PER_MINUTE !== 0 || minute.nanos !== 0)
    throw invalidField(field, 'must be the beginning of a minute');
  if (instant > to) throw invalidField(field, 'must be no more than 5 minutes ahead of the clock here');
  if (instant < from) throw invalidField(field, 'must be no longer ago than analytics.retention');
  return instant;
}

/** One statement cannot add to the same row twice. */
function assertDistinct(counts: readonly EvaluationCount[]): void {
  const indices = new Map<string, number>();
  for (const [index, { namespaceKey, flagKey, value, minute }] of counts.entries()) {
    const name = JSON.stringify([namespaceKey, flagKey, value, minute]);
    const first = indices.get(name);
    if (first !== undefined)
      throw invalidField(`counts[${index}]`, `is of the same flag, value and minute as counts[${first}]`);
    indices.set(name, index);
  }
}
