import { queryOptions } from '@tanstack/react-query';
import { type EvaluationPoint } from '@/lib/evaluation-counts';
import { parseTimestamp } from '@/lib/time';
import { api } from './client';
import { objectOf } from './wire';

/** So many minutes up to now, or from one moment, RFC 3339, to another. */
export type CountSpan = { readonly minutes: number } | { readonly from: string; readonly to: string };

/** Evaluations of a flag in a span; to be asked only of a server that counts them (dashboard.md AN-6). */
export function evaluationCountsQuery(namespaceKey: string, flagKey: string, span: CountSpan) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'evaluations', flagKey, span],
    queryFn: async ({ signal }) => {
      const query = 'minutes' in span ? upToNow(span.minutes) : span;
      const path = ['namespaces', namespaceKey, 'flags', flagKey].map(encodeURIComponent).join('/');
      return pointsOf(await api.get<unknown>(`/internal/v1/analytics/${path}`, { signal, query }));
    },
  });
}

function upToNow(minutes: number): { readonly from: string; readonly to: string } {
  const to = Date.now();
  return { from: new Date(to - minutes * 60_000).toISOString(), to: new Date(to).toISOString() };
}

/** The points of an answer, in order; a timestamp that is none is left out. */
export function pointsOf(wire: unknown): readonly EvaluationPoint[] {
  const { timestamps, values } = objectOf(wire);
  const evaluations = Array.isArray(values) ? (values as readonly unknown[]) : [];
  return (Array.isArray(timestamps) ? (timestamps as readonly unknown[]) : []).flatMap((timestamp, index) => {
    const at = typeof timestamp === 'string' ? parseTimestamp(timestamp) : undefined;
    return at === undefined ? [] : [{ at, evaluations: Number(evaluations[index] ?? 0) }];
  });
}
