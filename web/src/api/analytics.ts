import { queryOptions } from '@tanstack/react-query';
import { type EvaluationPoint } from '@/lib/evaluation-counts';
import { parseTimestamp } from '@/lib/time';
import { api } from './client';
import { objectOf } from './wire';

/**
 * Evaluations of a flag up to now; to be asked only of a server that counts them (dashboard.md AN-6).
 *
 * @param minutes Length of the span.
 */
export function evaluationCountsQuery(namespaceKey: string, flagKey: string, minutes: number) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'evaluations', flagKey, minutes],
    queryFn: async ({ signal }) => {
      const to = Date.now();
      const query = {
        from: new Date(to - minutes * 60_000).toISOString(),
        to: new Date(to).toISOString(),
      };
      const path = ['namespaces', namespaceKey, 'flags', flagKey].map(encodeURIComponent).join('/');
      return pointsOf(await api.get<unknown>(`/internal/v1/analytics/${path}`, { signal, query }));
    },
  });
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
