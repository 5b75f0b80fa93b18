import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { pageLimit, Rpc, type RpcCall } from '@pennon/api';
import {
  once,
  SeriesEdits,
  SeriesRollBack,
  SeriesSteering,
  type RolledBack,
  type SeriesWithSteps,
} from '@pennon/changes';
import { invalidField, resolveNamespaceKey } from '@pennon/domain';
import { pennonChanges } from '@pennon/proto';
import { UnitOfWork } from '@pennon/storage';
import { askedBy, pageBehindPlace, placeIn, type Asked } from './asked-by';
import { readStepTimes } from './asked-times';
import { presentResult } from './change-requests.presenter';
import { presentSeries, seriesStateWords } from './series.presenter';

const { method } = pennonChanges.ChangeService;

/** Changes that follow each other, and what people do with them. */
@Controller()
export class SeriesController {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steering: SeriesSteering,
    private readonly rollBacks: SeriesRollBack,
    private readonly edits: SeriesEdits,
  ) {}

  @Rpc(method.listSeries)
  async list(request: pennonChanges.ListSeriesRequest): Promise<pennonChanges.SeriesList> {
    const limit = pageLimit(request.limit);
    const found = await this.steering.list({
      namespaceKey: resolveNamespaceKey(request.namespaceKey),
      state:
        request.state === pennonChanges.Series_State.STATE_UNSPECIFIED
          ? undefined
          : seriesStateWords.fromWire('state', request.state),
      flagKey: request.flagKey === '' ? undefined : request.flagKey,
      after: placeIn(request.pageToken),
      limit: limit + 1,
    });
    const page = found.slice(0, limit);
    const next = found.length > limit ? page.at(-1)?.series : undefined;
    return create(pennonChanges.SeriesListSchema, {
      series: page.map(presentSeries),
      nextPageToken: pageBehindPlace(next),
    });
  }

  @Rpc(method.getSeries)
  async get({ namespaceKey, id }: pennonChanges.GetSeriesRequest): Promise<pennonChanges.Series> {
    return presentSeries(await this.steering.get(resolveNamespaceKey(namespaceKey), id));
  }

  @Rpc(method.updateSeries)
  async update(request: pennonChanges.UpdateSeriesRequest, call: RpcCall): Promise<pennonChanges.Series> {
    const { id, message } = request;
    const times = readStepTimes(request.times);
    if (times.length === 0 && message === undefined)
      throw invalidField('times', 'must be given, or a message');
    const asked = askedBy(method.updateSeries.input, request, call);
    const { namespaceKey } = asked;
    const done = await this.once<SeriesWithSteps>(
      asked,
      () => this.edits.update(asked, namespaceKey, id, { times, message }),
      () => this.steering.get(namespaceKey, id),
    );
    return presentSeries(done);
  }

  @Rpc(method.pauseSeries)
  async pause(request: pennonChanges.SteerSeriesRequest, call: RpcCall): Promise<pennonChanges.Series> {
    return this.steer('pause', request, call);
  }

  @Rpc(method.resumeSeries)
  async resume(request: pennonChanges.SteerSeriesRequest, call: RpcCall): Promise<pennonChanges.Series> {
    return this.steer('resume', request, call);
  }

  @Rpc(method.cancelSeries)
  async cancel(request: pennonChanges.SteerSeriesRequest, call: RpcCall): Promise<pennonChanges.Series> {
    return this.steer('cancel', request, call);
  }

  @Rpc(method.rollBackSeries)
  async rollBack(
    request: pennonChanges.SteerSeriesRequest,
    call: RpcCall,
  ): Promise<pennonChanges.RolledBackSeries> {
    const { id, reason } = request;
    const asked = this.asked('rollBack', request, call);
    const { namespaceKey } = asked;
    const done = await this.once<RolledBack>(
      asked,
      () => this.rollBacks.rollBack(asked, namespaceKey, id, reason),
      async () => ({ rolledBack: await this.steering.get(namespaceKey, id), report: undefined }),
    );
    return create(pennonChanges.RolledBackSeriesSchema, {
      series: presentSeries(done.rolledBack),
      ...(done.report !== undefined && {
        outcome: presentResult({ found: undefined, report: done.report }, { ...asked, message: reason }),
      }),
    });
  }

  private async steer(
    deed: 'pause' | 'resume' | 'cancel',
    request: pennonChanges.SteerSeriesRequest,
    call: RpcCall,
  ): Promise<pennonChanges.Series> {
    const { id, reason } = request;
    const asked = this.asked(deed, request, call);
    const { namespaceKey } = asked;
    const done = await this.once<SeriesWithSteps>(
      asked,
      () => this.steering[deed](asked, namespaceKey, id, reason),
      () => this.steering.get(namespaceKey, id),
    );
    return presentSeries(done);
  }

  /** All deeds have requests of one form: the claim tells them apart. */
  private asked(deed: string, request: pennonChanges.SteerSeriesRequest, call: RpcCall): Asked {
    return askedBy(pennonChanges.SteerSeriesRequestSchema, request, call, deed);
  }

  private async once<T>({ claim }: Asked, work: () => Promise<T>, again: () => Promise<T>): Promise<T> {
    return once(this.unitOfWork, claim, work, again);
  }
}
