import {
  type DescField,
  type DescMessage,
  fromJson,
  type JsonObject,
  type JsonValue,
  type Message,
  type MessageShape,
  toJson,
} from '@bufbuild/protobuf';
import type { MethodNames } from '@pennon/config';
import { DomainError, type Json } from '@pennon/domain';
import { normaliseJson, wrongType } from './normalise-json';

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

/** What the login methods with two names are called in JSON. */
export function methodEnumNames(names: MethodNames): EnumNames {
  const shownNames: Readonly<Record<string, string>> = { ...names };
  return new Map(Object.entries(shownNames).map(([name, shown]) => [enumName(name), enumName(shown)]));
}

function enumName(method: string): string {
  return `METHOD_${method.toUpperCase()}`;
}

/** More levels than our messages have of their own. */
const MESSAGE_LEVELS = 16;

/**
 * The message that a JSON value means.
 *
 * @param maxDepth Most levels of nesting in free-form JSON.
 * @throws InvalidArgumentError if a value has the wrong type.
 */
export function messageFromJson<T extends DescMessage>(
  type: T,
  json: Json,
  maxDepth: number,
): MessageShape<T> {
  try {
    const normalised = normaliseJson(type, json, maxDepth) as JsonValue;
    // How deep it is has been looked at; the library counts in other steps, at most two per level of free-form JSON.
    const recursionLimit = MESSAGE_LEVELS + 2 * maxDepth;
    return fromJson(type, normalised, { ignoreUnknownFields: true, recursionLimit });
  } catch (error) {
    throw error instanceof DomainError ? error : wrongType();
  }
}

/**
 * A message as JSON text: zero values and empty lists are always there, unset messages never.
 *
 * @param pretty Indented, and without zero values.
 * @param enumNames Names in place of those that values of enums have first in `proto/`.
 */
export function messageToJson(
  type: DescMessage,
  message: Message,
  pretty: boolean,
  enumNames?: EnumNames,
): string {
  const written = toJson(type, message, { alwaysEmitImplicit: !pretty });
  const json = enumNames === undefined ? written : withEnumNames(type, written, enumNames);
  return JSON.stringify(json, undefined, pretty ? 2 : undefined);
}
