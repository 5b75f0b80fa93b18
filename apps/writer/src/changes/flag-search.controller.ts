import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { pageLimit, Rpc, type RpcCall } from '@pennon/api';
import { FlagOverview, type ListedFlag } from '@pennon/changes';
import { invalidField, revisionText } from '@pennon/domain';
import { EnumWords, pennonChanges, pennonFind, timestampOf } from '@pennon/proto';
import type { FlagOrder } from '@pennon/storage';
import { flagTypeWords } from '../flags/flag-type-words';
import { flagPlaceIn, pageBehind } from './flag-places';

const { method } = pennonChanges.ChangeService;

/** What flags are ordered by. */
const orderWords = new EnumWords<FlagOrder, pennonFind.FlagOrder>({
  namespace: pennonFind.FlagOrder.FLAG_ORDER_UNSPECIFIED,
  key: pennonFind.FlagOrder.KEY_FIRST,
  name: pennonFind.FlagOrder.NAME_FIRST,
  changed: pennonFind.FlagOrder.LAST_CHANGED_FIRST,
});

/** Orders of the flags of one namespace. */
const ofOneNamespace: ReadonlySet<FlagOrder> = new Set<FlagOrder>(['name', 'changed']);

/** Finds flags of one namespace, or of all. */
@Controller()
export class FlagSearchController {
  constructor(private readonly overview: FlagOverview) {}

  @Rpc(method.findFlags)
  async find(
    request: pennonFind.FindFlagsRequest,
    { visibleNamespaces }: RpcCall,
  ): Promise<pennonFind.FoundFlagList> {
    const { namespaceKey, text, tag, segmentKey, enabled, off, pageToken } = request;
    const order = orderWords.fromWire('order', request.order);
    if (namespaceKey === '' && ofOneNamespace.has(order))
      throw invalidField(
        'namespaceKey',
        `must be given with the order ${pennonFind.FlagOrder[request.order]}`,
      );
    const limit = pageLimit(request.limit);
    const found = await this.overview.find({
      namespaceKeys: namespaceKey === '' ? visibleNamespaces : new Set([namespaceKey]),
      words: text.split(/\s+/u).filter((word) => word !== ''),
      tags: [...new Set(tag)].filter((one) => one !== ''),
      segmentKey: segmentKey === '' ? undefined : segmentKey,
      isEnabled: enabled,
      isOff: off,
      order,
      behind: flagPlaceIn(pageToken, order),
      limit: limit + 1,
    });
    const flags = found.slice(0, limit);
    const last = found.length > limit ? flags.at(-1) : undefined;
    return create(pennonFind.FoundFlagListSchema, {
      flags: flags.map(presentFlag),
      nextPageToken: last === undefined ? '' : pageBehind(last),
    });
  }
}

function presentFlag({ lastRevision, type, ...flag }: ListedFlag): pennonFind.FoundFlag {
  const { namespaceKey, key, name, isEnabled: enabled, isOff: off, tags, waitingChanges } = flag;
  const { made } = lastRevision ?? {};
  return create(pennonFind.FoundFlagSchema, {
    ...{ namespaceKey, key, name, enabled, off, tags: [...tags], waitingChanges },
    type: flagTypeWords.toWire(type),
    lastRevision: lastRevision === undefined ? '' : revisionText(lastRevision),
    ...(made !== undefined && { lastChangedAt: timestampOf(made.at), lastChangedBy: made.actor }),
  });
}
