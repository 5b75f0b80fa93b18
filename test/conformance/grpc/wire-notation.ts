import { ScalarType, type DescEnum, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';

const scalars: Readonly<Partial<Record<ScalarType, string>>> = {
  [ScalarType.STRING]: 's',
  [ScalarType.BOOL]: 'b',
  [ScalarType.INT32]: 'i',
  [ScalarType.UINT32]: 'u32',
  [ScalarType.FLOAT]: 'f',
  [ScalarType.DOUBLE]: 'd',
  [ScalarType.BYTES]: 'bytes',
};

/** Short names of messages of google.protobuf. */
const wellKnown: Readonly<Record<string, string>> = {
  'google.protobuf.Timestamp': 'ts',
  'google.protobuf.Struct': 'struct',
  'google.protobuf.Value': 'value',
};

/** A message in the notation of `flipt-tables.ts`. */
export function notationOfMessage({ fields }: DescMessage): readonly string[] {
  return fields.map((field) => `${field.number} ${field.name}:${typeOf(field)}${oneofOf(field)}`);
}

/** An enum in that notation. */
export function notationOfEnum({ values }: DescEnum): readonly string[] {
  return values.map(({ number, name }) => `${number} ${name}`);
}

function typeOf(field: DescField): string {
  switch (field.fieldKind) {
    case 'scalar':
      return `${optional(field)}${nameOf(field.scalar)}`;
    case 'enum':
      return field.enum.name;
    case 'message':
      return `${optional(field)}${nameOf(field.message)}`;
    case 'list':
      return `[]${nameOf(field.listKind === 'scalar' ? field.scalar : (field.message ?? field.enum))}`;
    case 'map':
      // Flipt has no other maps.
      expect([field.mapKey, field.scalar]).toEqual([ScalarType.STRING, ScalarType.STRING]);
      return 'map';
  }
}

function nameOf(type: ScalarType | DescMessage | DescEnum): string {
  if (typeof type === 'number') return scalars[type] ?? ScalarType[type];
  return wellKnown[type.typeName] ?? type.name;
}

/** Messages have presence anyway; only the keyword makes a field optional in Flipt's sense. */
function optional({ proto, presence }: DescField): string {
  return proto.proto3Optional && presence === FeatureSet_FieldPresence.EXPLICIT ? 'opt ' : '';
}

function oneofOf({ oneof }: DescField): string {
  return oneof === undefined ? '' : ` in ${oneof.name}`;
}
