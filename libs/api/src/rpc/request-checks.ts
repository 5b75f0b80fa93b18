import type { DescField, DescMessage, DescMethod, Message } from '@bufbuild/protobuf';
import { findUnstorable, invalidField } from '@pennon/domain';
import type { FieldLaw } from '../laws/field-laws';
import { messageLaws } from '../laws/request-laws';
import type { ServedRpc } from './rpc';
import { answersFromSnapshots, takesDocument } from './rpc-kinds';

/** A part of a request that is one of several messages, by the name of the choice. */
interface Choice {
  readonly case: string | undefined;
  readonly value: object;
}

/** Has a handler refuse requests that break a law, by the name of the field, before it sees them. */
export function lawfulOnly({ input }: DescMethod, handle: ServedRpc['handle']): ServedRpc['handle'] {
  const laws = lawsInOrder(input);
  if (laws.length === 0) return handle;
  const choices = input.oneofs.map(({ localName, fields }) => ({ localName, laws: lawsByName(fields) }));
  return (request, call) => {
    assertLawful(laws, request, '');
    for (const choice of choices) {
      const { case: name = '', value } = Reflect.get(request, choice.localName) as Choice;
      assertLawful(choice.laws.get(name) ?? [], value, `${name}.`);
    }
    return handle(request, call);
  };
}

/** The laws of a message by the names of its fields: listed once, and not for each request. */
type LawsInOrder = readonly (readonly [field: string, law: FieldLaw<never>])[];

function lawsInOrder(message: DescMessage): LawsInOrder {
  return Object.entries(messageLaws(message) ?? {});
}

function lawsByName(fields: readonly DescField[]): ReadonlyMap<string, LawsInOrder> {
  return new Map(
    fields.flatMap(({ localName, message }) => (message ? [[localName, lawsInOrder(message)]] : [])),
  );
}

function assertLawful(laws: LawsInOrder, message: object, path: string): void {
  for (const [field, law] of laws)
    law.check(`${path}${field}`, Reflect.get(message, field) as never, message);
}

/** What is counted has rules of its own, and health is of no row. */
const UNSTORED = /^(flipt\.analytics|pennon\.analytics|grpc\.health\.v1)\./;

/** It is refused in words of its own. */
const EXEMPT = 'pageToken';

/**
 * Has a handler refuse texts that not every database keeps, by the name of the field, before it sees the request: also
 * those that only look for something, since nothing can be found under such a text.
 */
export function storableOnly(method: DescMethod, handle: ServedRpc['handle']): ServedRpc['handle'] {
  if (answersFromSnapshots(method) || UNSTORED.test(method.parent.typeName)) return handle;
  const hasDocument = takesDocument(method);
  return (request, call) => {
    assertStorable(hasDocument ? withoutDocuments(request) : request);
    return handle(request, call);
  };
}

/** The request without the texts of documents: those are looked through when they are read. */
function withoutDocuments<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutDocuments) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => [
    name,
    name === 'document' && typeof member === 'string' ? '' : withoutDocuments(member),
  ]);
  return Object.fromEntries(members) as T;
}

function assertStorable(request: Message): void {
  for (const [name, member] of Object.entries(request)) {
    const [field, value] = isChoice(member) ? [member.case, member.value] : [name, member as unknown];
    const found = field === EXEMPT ? undefined : findUnstorable({ [field]: value });
    if (found !== undefined) throw invalidField(found.path.slice(1), found.reason);
  }
}

/** True for a member that holds one of several fields of a message. */
function isChoice(member: unknown): member is { readonly case: string; readonly value: unknown } {
  return typeof member === 'object' && member !== null && 'case' in member && typeof member.case === 'string';
}
