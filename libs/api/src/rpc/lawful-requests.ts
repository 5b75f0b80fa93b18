import { type DescField, type DescMethod } from '@bufbuild/protobuf';
import { messageLaws, type MessageLaws } from '../laws/request-laws';
import { type OfferedRpc } from './offered-rpc';

/** A part of a request that is one of several messages, by the name of the choice. */
interface Choice {
  readonly case: string | undefined;
  readonly value: object;
}

/** Has a handler refuse requests that break a law, by the name of the field, before it sees them. */
export function lawfulOnly({ input }: DescMethod, handle: OfferedRpc['handle']): OfferedRpc['handle'] {
  const laws = messageLaws(input);
  if (laws === undefined) return handle;
  const choices = input.oneofs.map(({ localName, fields }) => ({ localName, laws: lawsByName(fields) }));
  return (request, call) => {
    assertLawful(laws, request, '');
    for (const choice of choices) {
      const { case: name = '', value } = Reflect.get(request, choice.localName) as Choice;
      assertLawful(choice.laws.get(name) ?? {}, value, `${name}.`);
    }
    return handle(request, call);
  };
}

function lawsByName(fields: readonly DescField[]): ReadonlyMap<string, MessageLaws> {
  return new Map(
    fields.flatMap(({ localName, message }) => {
      const laws = message && messageLaws(message);
      return laws === undefined ? [] : [[localName, laws]];
    }),
  );
}

function assertLawful(laws: MessageLaws, message: object, path: string): void {
  for (const [field, law] of Object.entries(laws)) {
    law.check(`${path}${field}`, Reflect.get(message, field) as never, message);
  }
}
