import type { fliptAnalytics, pennonAnalytics } from '@pennon/proto';
import { queryOptions } from '@tanstack/react-query';
import { type EvaluationPoint, type FlagCounts } from '@/lib/evaluation-counts';
import { parseTimestamp } from '@/lib/time';
import { api } from './client';

/** So many minutes up to now, or from one moment, RFC 3339, to another. */
export type CountSpan = { readonly minutes: number } | { readonly from: string; readonly to: string };

/** Evaluations of a flag in a span; to be asked only of a server that counts them. */
export function evaluationCountsQuery(namespaceKey: string, flagKey: string, span: CountSpan) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'evaluations', flagKey, span],
    queryFn: async ({ signal }): Promise<FlagCounts> => {
      const points = pointsOf(
        await countsOf<fliptAnalytics.GetFlagEvaluationsCountResponseJson>({
          namespaceKey,
          flagKey,
          span,
          signal,
        }),
      );
      return { points, values: [], lastEvaluatedAt: undefined };
    },
  });
}

/** The same by value; to be asked only of a server that says it tells. */
export function valueCountsQuery(namespaceKey: string, flagKey: string, span: CountSpan) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'evaluations', flagKey, span, 'values'],
    queryFn: async ({ signal }) =>
      valueCountsOf(
        await countsOf<pennonAnalytics.ValueCountsJson>({ namespaceKey, flagKey, span, signal }, '/values'),
      ),
  });
}

interface CountsRequest {
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly span: CountSpan;
  readonly signal: AbortSignal;
}

async function countsOf<Wire>(
  { namespaceKey, flagKey, span, signal }: CountsRequest,
  suffix = '',
): Promise<Wire> {
  const query = 'minutes' in span ? upToNow(span.minutes) : span;
  const path = ['namespaces', namespaceKey, 'flags', flagKey].map(encodeURIComponent).join('/');
  return api.get<Wire>(`/internal/v1/analytics/${path}${suffix}`, { signal, query });
}

function upToNow(minutes: number): { readonly from: string; readonly to: string } {
  const to = Date.now();
  return { from: new Date(to - minutes * 60_000).toISOString(), to: new Date(to).toISOString() };
}

/** The points of an answer, in order; a timestamp that is none is left out. */
function pointsOf({
  timestamps,
  values = [],
}: fliptAnalytics.GetFlagEvaluationsCountResponseJson): readonly EvaluationPoint[] {
  return timesOf(timestamps).map(({ at, index }) => ({
    at,
    evaluations: Number(values[index] ?? 0),
    parts: [],
  }));
}

/** An answer by value; the values that are not listed are one more, when there are any. */
function valueCountsOf(wire: pennonAnalytics.ValueCountsJson): FlagCounts {
  const { timestamps, values = [], others = [], lastEvaluatedAt } = wire;
  const listed = values.map(({ value = '', evaluations = [] }) => ({ value, evaluations }));
  const all = [...listed, ...(others.length === 0 ? [] : [{ value: undefined, evaluations: others }])];
  return {
    points: timesOf(timestamps).map(({ at, index }) => {
      const parts = all.map(({ evaluations }) => Number(evaluations[index] ?? 0));
      return { at, evaluations: parts.reduce((sum, part) => sum + part, 0), parts };
    }),
    values: all.map(({ value }) => value),
    lastEvaluatedAt,
  };
}

function timesOf(
  timestamps: readonly string[] = [],
): readonly { readonly at: Date; readonly index: number }[] {
  return timestamps.flatMap((timestamp, index) => {
    const at = parseTimestamp(timestamp);
    return at === undefined ? [] : [{ at, index }];
  });
}
