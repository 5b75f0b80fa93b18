import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { invalidPageToken, pageLimit, Rpc, type RpcCall } from '@pennon/api';
import { FlagOverview } from '@pennon/changes';
import { findUnstorable, revisionText } from '@pennon/domain';
import { EnumWords, pennonChanges, pennonFind } from '@pennon/proto';
import type { FlagOrder, FlagPlace, FoundFlag } from '@pennon/storage';
import { flagTypeWords } from '../flags/flag-type-words';

const { method } = pennonChanges.ChangeService;

/** What flags are ordered by. */
const orderWords = new EnumWords<FlagOrder, pennonFind.FlagOrder>({
  namespace: pennonFind.FlagOrder.FLAG_ORDER_UNSPECIFIED,
  key: pennonFind.FlagOrder.KEY_FIRST,
});

/** Finds flags of all namespaces. */
@Controller()
export class FlagSearchController {
  constructor(private readonly overview: FlagOverview) {}

  @Rpc(method.findFlags)
  async find(
    request: pennonFind.FindFlagsRequest,
    { visibleNamespaces }: RpcCall,
  ): Promise<pennonFind.FoundFlagList> {
    const { text, tag, segmentKey, enabled, off, order, pageToken } = request;
    const limit = pageLimit(request.limit);
    const found = await this.overview.find({
      namespaceKeys: visibleNamespaces,
      words: text.split(/\s+/u).filter((word) => word !== ''),
      tags: [...new Set(tag)],
      segmentKey: segmentKey === '' ? undefined : segmentKey,
      isEnabled: enabled,
      isOff: off,
      order: orderWords.fromWire('order', order),
      behind: placeIn(pageToken),
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

function presentFlag({ lastRevision, type, ...flag }: FoundFlag): pennonFind.FoundFlag {
  const { namespaceKey, key, name, isEnabled: enabled, isOff: off, tags } = flag;
  return create(pennonFind.FoundFlagSchema, {
    ...{ namespaceKey, key, name, enabled, off, tags: [...tags] },
    type: flagTypeWords.toWire(type),
    lastRevision: lastRevision === undefined ? '' : revisionText(lastRevision),
  });
}

/** The namespace and the key of a flag, as page tokens write them. */
const PLACE = /^([^:]{1,3000}):([^:]{1,3000})$/;

/** The token of the page that begins behind a flag, in either order. */
function pageBehind({ namespaceKey, key }: FlagPlace): string {
  return `${encodeURIComponent(namespaceKey)}:${encodeURIComponent(key)}`;
}

/** Where a page begins. @throws InvalidArgumentError if the token is none. */
function placeIn(pageToken: string): FlagPlace | undefined {
  if (pageToken === '') return undefined;
  const [, namespaceKey = '', key = ''] = PLACE.exec(pageToken) ?? [];
  try {
    const place = { namespaceKey: decodeURIComponent(namespaceKey), key: decodeURIComponent(key) };
    if (namespaceKey !== '' && pageBehind(place) === pageToken && findUnstorable(place) === undefined)
      return place;
  } catch {
    // Not what this server has written.
  }
  throw invalidPageToken(pageToken);
}
