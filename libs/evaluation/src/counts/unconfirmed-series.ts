import { type Series } from '@pennon/observability';
import { type FreshSnapshots } from '../fresh-snapshots';

/** How often the promise of strict freshness was not kept. */
export function unconfirmedSeries(snapshots: Pick<FreshSnapshots, 'unconfirmedCalls'>): Series {
  return {
    name: 'pennon_unconfirmed_evaluations_total',
    help: 'Calls to evaluate whose snapshot could not be confirmed in time: served all the same, or refused.',
    type: 'counter',
    collect: () => [{ labels: {}, value: snapshots.unconfirmedCalls }],
  };
}
