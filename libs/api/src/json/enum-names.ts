import { type DescField, type DescMessage, type JsonObject, type JsonValue } from '@bufbuild/protobuf';

/** Names to write for values of enums, by the first name that the value has in `proto/`. */
export type EnumNames = ReadonlyMap<string, string>;

/**
 * The JSON of a message, with other names for values of enums.
 *
 * Members of maps are left as they are: none of ours holds an enum.
 */
export function withEnumNames(type: DescMessage, json: JsonValue, names: EnumNames): JsonValue {
  // Some messages of protobuf's own are written as a text or a number.
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const renamed: JsonObject = { ...json };
  for (const field of type.fields) {
    const value = json[field.jsonName];
    if (value !== undefined) renamed[field.jsonName] = renamedIn(field, value, names);
  }
  return renamed;
}

function renamedIn(field: DescField, value: JsonValue, names: EnumNames): JsonValue {
  if (field.fieldKind === 'map') return value;
  if (Array.isArray(value)) return value.map((item) => renamedIn(field, item, names));
  if (field.message !== undefined) return withEnumNames(field.message, value, names);
  return field.enum === undefined || typeof value !== 'string' ? value : (names.get(value) ?? value);
}
