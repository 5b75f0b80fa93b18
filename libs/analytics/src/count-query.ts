import type { fliptAnalytics } from '@pennon/proto';
import {
  type Instant,
  instantOf,
  invalidField,
  MICROS_PER_MINUTE,
  parseDatetimeValue,
  resolveNamespaceKey,
} from '@pennon/domain';
import type { EvaluationCountQuery } from '@pennon/storage';

const HOUR = 60 * MICROS_PER_MINUTE;
const DAY = 24 * HOUR;

/** Longest span that one answer covers. */
const LONGEST_SPAN = 366 * DAY;

/** The other spelling of a moment, always UTC. */
const PLAIN_MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/;

/** From which span on, the longest first, steps are how long; in microseconds. */
const steps: readonly (readonly [span: number, step: number])[] = [
  [DAY, 30 * MICROS_PER_MINUTE],
  [12 * HOUR, 15 * MICROS_PER_MINUTE],
  [4 * HOUR, 5 * MICROS_PER_MINUTE],
];

/**
 * What a request asks for; the span begins with the step that `from` lies in.
 *
 * @throws InvalidArgumentError if a moment is none, or if the span is negative or longer than 366 days.
 */
export function countQueryOf(
  request: fliptAnalytics.GetFlagEvaluationsCountRequest,
  now: Instant,
): EvaluationCountQuery {
  const to = momentOf('to', request.to) ?? now;
  const from = momentOf('from', request.from) ?? to - DAY;
  const span = to - from;
  if (span < 0) throw invalidField('from', 'must not be after to');
  if (span > LONGEST_SPAN) throw invalidField('from', 'must be no more than 366 days before to');
  const [, step] = steps.find(([least]) => span >= least) ?? [0, MICROS_PER_MINUTE];
  const { namespaceKey, flagKey } = request;
  return { namespaceKey: resolveNamespaceKey(namespaceKey), flagKey, from: from - (from % step), to, step };
}

function momentOf(field: string, text: string): Instant | undefined {
  if (text === '') return undefined;
  const value = parseDatetimeValue(text.replace(PLAIN_MOMENT, '$1T$2Z'));
  if (value === undefined || value.seconds < 0)
    throw invalidField(field, 'must be a moment in RFC 3339 or as YYYY-MM-DD hh:mm:ss in UTC, from 1970 on');
  return instantOf(value);
}

/** Where each step of the span begins, in order. */
export function beginningsOf({ from, to, step }: EvaluationCountQuery): readonly Instant[] {
  const beginnings: Instant[] = [];
  for (let begun = from; begun < to; begun += step) beginnings.push(begun);
  return beginnings;
}
