import { MICROS_PER_MILLISECOND, type Instant } from '@pennon/domain';
import { type Series } from '@pennon/observability';
import { type Exporter } from './exporter';

const MICROS_PER_SECOND = 1000 * MICROS_PER_MILLISECOND;

/** What there is to tell of exports by this instance; of many instances one exports. */
export function exportSeries(exporter: Pick<Exporter, 'state'>): readonly Series[] {
  return [
    {
      name: 'pennon_export_last_success_timestamp_seconds',
      help: 'When the store was last found, or made, up to date by this instance, in seconds since 1970; 0 for never.',
      type: 'gauge',
      aggregator: 'max',
      collect: () => [{ labels: {}, value: secondsOf(exporter.state.lastSuccessAt) }],
    },
    {
      name: 'pennon_export_last_failure_timestamp_seconds',
      help: 'When an export by this instance last failed, in seconds since 1970; 0 for never.',
      type: 'gauge',
      aggregator: 'max',
      collect: () => [{ labels: {}, value: secondsOf(exporter.state.lastFailureAt) }],
    },
    {
      name: 'pennon_export_consecutive_failures',
      help: 'Exports by this instance that have failed since the last one that did not.',
      type: 'gauge',
      aggregator: 'max',
      collect: () => [{ labels: {}, value: exporter.state.failures }],
    },
    {
      name: 'pennon_exports_total',
      help: 'Exports by this instance, also those that found nothing to do.',
      type: 'counter',
      collect: () => {
        const { succeeded, failed } = exporter.state.attempts;
        return [
          { labels: { outcome: 'success' }, value: succeeded },
          { labels: { outcome: 'failure' }, value: failed },
        ];
      },
    },
  ];
}

function secondsOf(instant: Instant | undefined): number {
  return (instant ?? 0) / MICROS_PER_SECOND;
}
