import { clone, toBinary, type Message } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import { callerOf, invalidPageToken, type RpcCall } from '@pennon/api';
import { claimFor, type Asker } from '@pennon/changes';
import { resolveNamespaceKey, type ChangeRequest } from '@pennon/domain';

/** Who asks for something in a namespace. */
export interface Asked extends Asker {
  readonly namespaceKey: string;
}

/** A request that may have a key. */
type Repeatable = Message & {
  readonly namespaceKey: string;
  readonly requestKey: string;
  readonly validateOnly?: boolean;
};

/**
 * Who asks for what a request says, and how a repetition of it is recognised.
 *
 * @param name What it asks for; its type says it, unless given.
 */
export function askedBy<T extends Repeatable>(
  schema: GenMessage<T>,
  request: T,
  call: RpcCall,
  name: string = schema.typeName,
): Asked {
  const { requestKey, validateOnly = false } = request;
  const namespaceKey = resolveNamespaceKey(request.namespaceKey);
  const asker = askerOf(call);
  if (requestKey === '' || validateOnly) return { ...asker, namespaceKey };
  const rest = Object.assign(clone(schema, request), { namespaceKey, requestKey: '' });
  const content = toBinary(schema, rest, { writeUnknownFields: false });
  const claim = claimFor(asker.caller, { namespaceKey, requestKey, name, content });
  return { ...asker, namespaceKey, claim };
}

/** Who makes a call. */
export function askerOf(call: RpcCall): Asker {
  return { caller: callerOf(call), rights: call.namespaceRights };
}

/** When a change or a series was made, and its id, as page tokens write them. */
const PLACE = /^(?<createdAt>[1-9]\d{0,15}):(?<id>[\w-]{1,36})$/;

/** The token of the page that begins behind a change or a series; empty for none. */
export function pageBehindPlace(last: Pick<ChangeRequest, 'id' | 'createdAt'> | undefined): string {
  return last === undefined ? '' : `${last.createdAt}:${last.id}`;
}

/** Where a page ends, as its token says. @throws InvalidArgumentError if it is none. */
export function placeIn(pageToken: string): Pick<ChangeRequest, 'id' | 'createdAt'> | undefined {
  if (pageToken === '') return undefined;
  const { createdAt, id } = PLACE.exec(pageToken)?.groups ?? {};
  if (createdAt === undefined || id === undefined) throw invalidPageToken(pageToken);
  return { id, createdAt: Number(createdAt) };
}
