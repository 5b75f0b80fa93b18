import { exportFailure } from './export-job';
import { exportSeries } from './exporter';

const state = {
  lastSuccessAt: 1_500_000,
  lastFailureAt: undefined,
  failures: 3,
  isOurs: true,
  isStoreAway: false,
  attempts: { succeeded: 2, failed: 5 },
};

test('moments are told in seconds, and 0 is never', () => {
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

test('an export fails from a failure to the next success, on the instance that exports', () => {
  expect(exportFailure(state)).toBe('flags cannot be exported, failures in a row: 3: see the log');
  expect(exportFailure({ ...state, isStoreAway: true })).toContain('object storage cannot be used');
  expect(exportFailure({ ...state, failures: 0 })).toBeUndefined();
  expect(exportFailure({ ...state, isOurs: false })).toBeUndefined();
});
