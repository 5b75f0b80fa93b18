import { type DescField, type DescMessage, type DescMethod } from '@bufbuild/protobuf';
import { type FieldLaw } from '../laws/field-laws';
import { messageLaws } from '../laws/request-laws';
import { type OfferedRpc } from './offered-rpc';

/** A part of a request that is one of several messages, by the name of the choice. */
interface Choice {
  readonly case: string | undefined;
  readonly value: object;
}

/** Has a handler refuse requests that break a law, by the name of the field, before it sees them. */
export function lawfulOnly({ input }: DescMethod, handle: OfferedRpc['handle']): OfferedRpc['handle'] {
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
