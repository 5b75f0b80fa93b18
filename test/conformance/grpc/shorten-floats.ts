import { ScalarType, isMessage, type DescMessage, type Message } from '@bufbuild/protobuf';

/**
 * Writes every 32-bit float of a message as the shortest decimal that means it, as the JSON rules of proto3 have it;
 * the library would print 33.3 as 33.29999923706055.
 */
export function shortenFloats(type: DescMessage, message: Message): void {
  for (const field of type.fields) {
    const holder = field.oneof === undefined ? message : memberOf(message, field.oneof.localName);
    if (field.oneof !== undefined && memberOf(holder, 'case') !== field.localName) continue;
    const name = field.oneof === undefined ? field.localName : 'value';
    const value = memberOf(holder, name);
    if (field.fieldKind === 'scalar' && field.scalar === ScalarType.FLOAT) {
      (holder as Record<string, unknown>)[name] = shortest(value as number);
    }
    if (field.fieldKind !== 'message' && field.fieldKind !== 'list') continue;
    const { message: inner } = field;
    if (inner === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isMessage(item, inner)) shortenFloats(inner, item);
    }
  }
}

function memberOf(holder: unknown, name: string): unknown {
  return (holder as Readonly<Record<string, unknown>>)[name];
}

function shortest(float: number): number {
  const texts = Array.from({ length: 9 }, (_, index) => float.toPrecision(index + 1));
  return Number(texts.find((text) => Math.fround(Number(text)) === float) ?? float);
}
