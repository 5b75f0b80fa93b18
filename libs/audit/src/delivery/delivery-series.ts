import { type Sample, type Series } from '@pennon/observability';
import { type Delivery } from './delivery';

/** What there is to tell of deliveries by this instance; of many instances one delivers. */
export function deliverySeries(deliveries: readonly Pick<Delivery, 'sink' | 'state'>[]): readonly Series[] {
  return [
    {
      name: 'pennon_audit_queue_depth',
      help: 'Events of the audit log that the sink has yet to take; 0 while another instance delivers.',
      type: 'gauge',
      aggregator: 'max',
      collect: () =>
        deliveries.map(({ sink, state }): Sample => ({ labels: { sink: sink.name }, value: state.pending })),
    },
    {
      name: 'pennon_audit_deliveries_total',
      help: 'Attempts of this instance to deliver events; a failed one is repeated, a refused event a dead letter.',
      type: 'counter',
      collect: () =>
        deliveries.flatMap(({ sink, state: { delivered, failed, refused } }): Sample[] =>
          Object.entries({ success: delivered, failure: failed, refused }).map(([outcome, value]) => ({
            labels: { sink: sink.name, outcome },
            value,
          })),
        ),
    },
  ];
}
