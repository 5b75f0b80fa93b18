import { exportSeries } from './exporter';

test('moments are told in seconds, and 0 is never', () => {
  const attempts = { succeeded: 2, failed: 5 };
  const state = {
    lastSuccessAt: 1_500_000,
    lastFailureAt: undefined,
    failures: 3,
    isStoreAway: false,
    attempts,
  };
  expect(exportSeries({ state }).map(({ name, collect }) => [name, ...collect()])).toEqual([
    ['pennon_export_last_success_timestamp_seconds', { labels: {}, value: 1.5 }],
    ['pennon_export_last_failure_timestamp_seconds', { labels: {}, value: 0 }],
    ['pennon_export_consecutive_failures', { labels: {}, value: 3 }],
    [
      'pennon_exports_total',
      { labels: { outcome: 'success' }, value: 2 },
      { labels: { outcome: 'failure' }, value: 5 },
    ],
  ]);
});
