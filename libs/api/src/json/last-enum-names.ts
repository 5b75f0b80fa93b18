import {
  type DescEnum,
  type DescField,
  type DescMessage,
  type JsonObject,
  type JsonValue,
} from '@bufbuild/protobuf';

/**
 * The JSON of a message, with values of enums called by their last name in `proto/` in place of the first one.
 *
 * Members of maps are left as they are: none of ours holds an enum.
 */
export function withLastNames(type: DescMessage, json: JsonValue): JsonValue {
  // Some messages of protobuf's own are written as a text or a number.
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const renamed: JsonObject = { ...json };
  for (const field of type.fields) {
    const value = json[field.jsonName];
    if (value !== undefined) renamed[field.jsonName] = renamedIn(field, value);
  }
  return renamed;
}

function renamedIn(field: DescField, value: JsonValue): JsonValue {
  if (field.fieldKind === 'map') return value;
  if (Array.isArray(value)) return value.map((item) => renamedIn(field, item));
  if (field.message !== undefined) return withLastNames(field.message, value);
  return field.enum === undefined ? value : lastName(field.enum, value);
}

function lastName({ values }: DescEnum, name: JsonValue): JsonValue {
  const number = values.find((value) => value.name === name)?.number;
  return values.findLast((value) => value.number === number)?.name ?? name;
}
