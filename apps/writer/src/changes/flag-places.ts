import { invalidPageToken } from '@pennon/api';
import { findUnstorable } from '@pennon/domain';
import type { FlagOrder, FlagPlace } from '@pennon/storage';

/** Where a flag stands in a list, as page tokens write it: no key of a namespace or flag has a colon. */
const PLACE = /^(?:(?<by>.{0,200}):)?(?<namespaceKey>[^:]{1,255}):(?<key>[^:]{1,255})$/su;

/** The number of a revision, or 0. */
const REVISION = /^\d{1,16}$/;

/** The token of the page that begins behind a flag. */
export function pageBehind({ namespaceKey, key, by }: FlagPlace): string {
  return [...(by === undefined ? [] : [by]), namespaceKey, key].join(':');
}

/** Where a page begins. @throws InvalidArgumentError if the token is none of that order. */
export function flagPlaceIn(pageToken: string, order: FlagOrder): FlagPlace | undefined {
  if (pageToken === '') return undefined;
  const { by, namespaceKey, key } = PLACE.exec(pageToken)?.groups ?? {};
  const isByKeys = order === 'namespace' || order === 'key';
  const fits = isByKeys ? by === undefined : by !== undefined && (order === 'name' || REVISION.test(by));
  if (!fits || namespaceKey === undefined || key === undefined || findUnstorable({ pageToken }) !== undefined)
    throw invalidPageToken(pageToken);
  return { namespaceKey, key, by: order === 'changed' ? Number(by) : by };
}
