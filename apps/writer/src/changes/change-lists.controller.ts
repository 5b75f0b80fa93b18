import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { invalidPageToken, pageLimit, Rpc, type RpcCall } from '@pennon/api';
import { ChangeRequests, type Asker } from '@pennon/changes';
import { resolveNamespaceKey, type ChangeStep } from '@pennon/domain';
import { EnumWords, momentOf, pennonChanges } from '@pennon/proto';
import type { ChangeOrder, ChangePlace, ChangeRequestQuery } from '@pennon/storage';
import { askerOf, pageBehindPlace, placeIn } from './asked-by';
import { presentRequest, stateWords } from './change-requests.presenter';

const { method } = pennonChanges.ChangeService;

/** Lists changes that wait, and what became of others. */
@Controller()
export class ChangeListsController {
  constructor(private readonly requests: ChangeRequests) {}

  @Rpc(method.listChanges)
  async list(request: pennonChanges.ListChangesRequest, call: RpcCall): Promise<pennonChanges.ChangeList> {
    const { namespaceKey, seriesId } = request;
    return this.page(request, askerOf(call), {
      namespaceKeys: new Set([resolveNamespaceKey(namespaceKey)]),
      seriesId: seriesId === '' ? undefined : seriesId,
    });
  }

  @Rpc(method.findChanges)
  async find(request: pennonChanges.FindChangesRequest, call: RpcCall): Promise<pennonChanges.ChangeList> {
    return this.page(request, askerOf(call), { namespaceKeys: call.visibleNamespaces });
  }

  private async page(
    request: ListRequest,
    asker: Asker,
    scope: Pick<ChangeRequestQuery, 'namespaceKeys' | 'seriesId'>,
  ): Promise<pennonChanges.ChangeList> {
    const limit = pageLimit(request.limit);
    const filter = filterOf(request);
    const after = placeBefore(request.pageToken, filter.order);
    const found = await this.requests.list({ ...scope, ...filter, after, limit: limit + 1 });
    const changes = found.slice(0, limit);
    const next = found.length > limit ? changes.at(-1)?.request : undefined;
    return create(pennonChanges.ChangeListSchema, {
      changes: changes.map((change) => presentRequest(change, asker)),
      nextPageToken: next === undefined ? '' : pageAfter(next, filter.order),
    });
  }
}

type ListRequest = pennonChanges.ListChangesRequest | pennonChanges.FindChangesRequest;

/** Before the page tokens of changes by their time. */
const BY_TIME = 'due:';

/** What changes are ordered by. */
const orderWords = new EnumWords<ChangeOrder, pennonChanges.ChangeOrder>({
  latest: pennonChanges.ChangeOrder.CHANGE_ORDER_UNSPECIFIED,
  due: pennonChanges.ChangeOrder.DUE_FIRST,
});

/** Where a page begins. @throws InvalidArgumentError if the token is none of that order. */
function placeBefore(pageToken: string, order: ChangeOrder): ChangePlace | undefined {
  if (pageToken === '') return undefined;
  if (pageToken.startsWith(BY_TIME) !== (order === 'due')) throw invalidPageToken(pageToken);
  const place = placeIn(order === 'due' ? pageToken.slice(BY_TIME.length) : pageToken);
  return place && { id: place.id, at: place.createdAt };
}

function pageAfter({ id, createdAt, dueAt, plannedAt }: ChangeStep, order: ChangeOrder): string {
  if (order === 'latest') return pageBehindPlace({ id, createdAt });
  return BY_TIME + pageBehindPlace({ id, createdAt: dueAt ?? plannedAt ?? 0 });
}

function filterOf(
  request: ListRequest,
): Omit<ChangeRequestQuery, 'namespaceKeys' | 'after' | 'limit'> & { readonly order: ChangeOrder } {
  const { state, dueAfter, dueBefore, flagKey, segmentKey, author, order } = request;
  return {
    states: state
      .filter((one) => one !== pennonChanges.Change_State.STATE_UNSPECIFIED)
      .map((one) => stateWords.fromWire('state', one)),
    dueAfter: momentOf('dueAfter', dueAfter),
    dueBefore: momentOf('dueBefore', dueBefore),
    flagKey: flagKey === '' ? undefined : flagKey,
    segmentKey: segmentKey === '' ? undefined : segmentKey,
    authors: author,
    order: orderWords.fromWire('order', order),
  };
}
