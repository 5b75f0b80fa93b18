import { type Cleanup, cleanupSeries } from './cleanup.module';

test('what was deleted, and what has failed, is told by method', () => {
  const workers = [
    { pass: { method: 'token', deleted: 3 }, failed: 1 },
    { pass: { method: 'jwt', deleted: 0 }, failed: 0 },
  ] as unknown as Cleanup['workers'];
  expect(cleanupSeries({ workers }).map(({ name, collect }) => [name, ...collect()])).toEqual([
    [
      'pennon_token_cleanup_deleted_total',
      { labels: { method: 'token' }, value: 3 },
      { labels: { method: 'jwt' }, value: 0 },
    ],
    [
      'pennon_token_cleanup_failures_total',
      { labels: { method: 'token' }, value: 1 },
      { labels: { method: 'jwt' }, value: 0 },
    ],
  ]);
});
