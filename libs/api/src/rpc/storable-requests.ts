import { type DescMethod, type Message } from '@bufbuild/protobuf';
import { findUnstorable, invalidField } from '@pennon/domain';
import { answersFromSnapshots } from './evaluation-rpcs';
import { type OfferedRpc } from './offered-rpc';
import { takesDocument } from './takes-document';

/** What is counted has rules of its own, and health is of no row. */
const UNSTORED = /^(flipt\.analytics|pennon\.analytics|grpc\.health\.v1)\./;

/** Metadata are stored as JSON, which has such characters as escapes; a page token is refused in words of its own. */
const EXEMPT = ['metadata', 'pageToken'];

/**
 * Has a handler refuse texts that not every database keeps, by the name of the field, before it sees the request: also
 * those that only look for something, since nothing can be found under such a text.
 */
export function storableOnly(method: DescMethod, handle: OfferedRpc['handle']): OfferedRpc['handle'] {
  // A document is looked through when it was read.
  if (answersFromSnapshots(method) || takesDocument(method) || UNSTORED.test(method.parent.typeName))
    return handle;
  return (request, call) => {
    assertStorable(request);
    return handle(request, call);
  };
}

function assertStorable(request: Message): void {
  for (const [name, member] of Object.entries(request)) {
    const [field, value] = isChoice(member) ? [member.case, member.value] : [name, member as unknown];
    const found = EXEMPT.includes(field) ? undefined : findUnstorable(value);
    if (found !== undefined) throw invalidField(`${field}${found.path}`, found.reason);
  }
}

/** True for a member that holds one of several fields of a message. */
function isChoice(member: unknown): member is { readonly case: string; readonly value: unknown } {
  return typeof member === 'object' && member !== null && 'case' in member && typeof member.case === 'string';
}
