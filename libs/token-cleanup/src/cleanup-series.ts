import { type Series } from '@pennon/observability';
import { type Cleanup } from './cleanup';
import { type CleanupWorker } from './cleanup-worker';

/** What there is to tell of the cleanup by this instance; instances take turns. */
export function cleanupSeries({ workers }: Pick<Cleanup, 'workers'>): readonly Series[] {
  const perMethod = (name: string, help: string, value: (worker: CleanupWorker) => number): Series => ({
    name,
    help,
    type: 'counter',
    collect: () =>
      workers.map((worker) => ({ labels: { method: worker.pass.method }, value: value(worker) })),
  });
  return [
    perMethod(
      'pennon_token_cleanup_deleted_total',
      'Expired tokens that were deleted.',
      ({ pass }) => pass.deleted,
    ),
    perMethod(
      'pennon_token_cleanup_failures_total',
      'Passes of the cleanup that have failed.',
      ({ failed }) => failed,
    ),
  ];
}
