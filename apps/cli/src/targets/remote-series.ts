import type { MessageInitShape } from '@bufbuild/protobuf';
import { pennonChanges } from '@pennon/proto';
import { newKey } from './remote-changes';
import { bodyOf, firstOf, listRequest, namespacePath, PAGE_SIZE, type ServerCalls } from './server-calls';

const {
  RolledBackSeriesSchema,
  Series_State: SeriesState,
  SeriesListSchema,
  SeriesSchema,
  SteerSeriesRequestSchema,
  UpdateSeriesRequestSchema,
} = pennonChanges;

/** Which series to list; what is unspecified or empty leaves none out. */
export interface SeriesFilter {
  readonly state: pennonChanges.Series_State;
  readonly flagKey: string;
}

/** What is to be different about a series. */
export type WantedMove = Pick<
  Exclude<MessageInitShape<typeof UpdateSeriesRequestSchema>, pennonChanges.UpdateSeriesRequest>,
  'times' | 'message'
>;

/** The series of a running server. Every method rejects with a DomainError that says what to do. */
export class RemoteSeries {
  constructor(private readonly calls: ServerCalls) {}

  /** Series with their steps, the latest first. @param limit Most of them. */
  list(
    namespaceKey: string,
    { state, flagKey }: SeriesFilter,
    limit: number,
  ): AsyncIterable<pennonChanges.Series> {
    const query = {
      limit: `${Math.min(limit, PAGE_SIZE)}`,
      state: state === SeriesState.STATE_UNSPECIFIED ? '' : SeriesState[state],
      flagKey,
    };
    const all = this.calls.items(async (page) => {
      const request = listRequest(namespacePath(namespaceKey, '/series'), page, query);
      const list = await this.calls.ask(SeriesListSchema, request);
      return { items: list.series, next: list.nextPageToken };
    });
    return firstOf(all, limit);
  }

  /** A series with its steps. @throws NotFoundError if there is none. */
  async get(namespaceKey: string, id: string): Promise<pennonChanges.Series> {
    return this.calls.ask(SeriesSchema, { verb: 'GET', path: seriesPath(namespaceKey, id) });
  }

  /** Moves the steps that wait. @throws NotFoundError if there is no such series. */
  async move(namespaceKey: string, id: string, move: WantedMove): Promise<pennonChanges.Series> {
    const body = bodyOf(UpdateSeriesRequestSchema, { ...move, ...newKey() });
    return this.calls.ask(SeriesSchema, { verb: 'PUT', path: seriesPath(namespaceKey, id), body });
  }

  /** Pauses or resumes a series. @param reason `''` for none. @throws NotFoundError if there is none. */
  async steer(
    deed: 'pause' | 'resume',
    namespaceKey: string,
    id: string,
    reason: string,
  ): Promise<pennonChanges.Series> {
    return this.calls.ask(SeriesSchema, {
      verb: 'POST',
      path: seriesPath(namespaceKey, id, `/${deed}`),
      body: bodyOf(SteerSeriesRequestSchema, { reason, ...newKey() }),
    });
  }

  /** Puts back what a series has changed. @param reason `''` for none. @throws NotFoundError if there is none. */
  async rollBack(namespaceKey: string, id: string, reason: string): Promise<pennonChanges.RolledBackSeries> {
    return this.calls.ask(RolledBackSeriesSchema, {
      verb: 'POST',
      path: seriesPath(namespaceKey, id, '/rollback'),
      body: bodyOf(SteerSeriesRequestSchema, { reason, ...newKey() }),
      timeoutMs: this.calls.transferTimeoutMs,
    });
  }
}

function seriesPath(namespaceKey: string, id: string, below = ''): string {
  return namespacePath(namespaceKey, `/series/${encodeURIComponent(id)}${below}`);
}
