import { type Series } from '@pennon/observability';
import { type Flush } from './flush';
import { type WaitingCounts } from './waiting-counts';

/** What there is to tell of the counting by this process. */
export function countingSeries(
  waiting: Pick<WaitingCounts, 'size' | 'dropped'>,
  flush: Pick<Flush, 'failed' | 'refused'>,
): readonly Series[] {
  return [
    {
      name: 'pennon_analytics_waiting_counters',
      help: 'Counters of evaluations in memory that wait to be written.',
      type: 'gauge',
      collect: () => [{ labels: {}, value: waiting.size }],
    },
    {
      name: 'pennon_analytics_dropped_total',
      help: 'Evaluations that are not counted: too many counters waited, or the writer has refused them for good.',
      type: 'counter',
      collect: () => [{ labels: {}, value: waiting.dropped + flush.refused }],
    },
    {
      name: 'pennon_analytics_flush_failures_total',
      help: 'Times that counts of evaluations could not be written; they are written later.',
      type: 'counter',
      collect: () => [{ labels: {}, value: flush.failed }],
    },
  ];
}
