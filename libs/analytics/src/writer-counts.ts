import { create, toJsonString } from '@bufbuild/protobuf';
import { pennonAnalytics, timestampOf } from '@pennon/proto';
import { type AnalyticsConfig } from '@pennon/config';
import { EvaluationCountSink, type CountBatch } from '@pennon/domain';
import { RemoteCalls } from '@pennon/platform';

/** Has a writer add counts, over HTTP: for readers, which write nothing themselves. */
export class WriterCounts extends EvaluationCountSink {
  private readonly calls: RemoteCalls;

  /** @param address Base URL of the writer. */
  constructor(address: string, { token, timeout }: Omit<AnalyticsConfig['writer'], 'address'>) {
    super();
    this.calls = new RemoteCalls(address, token?.reveal(), { timeoutMs: timeout });
  }

  /** @throws DomainError that says what a person can do. */
  async add(batch: CountBatch): Promise<boolean> {
    const body = toJsonString(pennonAnalytics.AddCountsRequestSchema, requestOf(batch));
    const answer = await this.calls.send({ verb: 'POST', path: '/internal/v1/analytics/counts', body });
    const { alreadyAdded } = answer as { readonly alreadyAdded?: boolean };
    return alreadyAdded !== true;
  }
}

function requestOf({ source, sequence, counts }: CountBatch): pennonAnalytics.AddCountsRequest {
  return create(pennonAnalytics.AddCountsRequestSchema, {
    source,
    sequence: BigInt(sequence),
    counts: counts.map(({ minute, ...count }) => ({ ...count, minute: timestampOf(minute) })),
  });
}
