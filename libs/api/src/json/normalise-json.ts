import { ScalarType, type DescEnum, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { DurationSchema, StructSchema, TimestampSchema } from '@bufbuild/protobuf/wkt';
import {
  InvalidArgumentError,
  invalidField,
  isJsonObject,
  quote,
  type Json,
  type JsonObject,
} from '@pennon/domain';
import {
  assertEntries,
  assertEnum,
  assertMembers,
  assertObject,
  assertScalar,
  isStrict,
  pathTo,
} from './strict-json';
import { isJsonText } from './json-texts';
import { readDuration, readTimestamp } from './times';
import { messageLaws } from '../laws/request-laws';

/**
 * Turns the JSON that clients send into the JSON that the protobuf library reads.
 *
 * The proto3 rules are the library's. This settles only where Flipt asks for more leniency or another error:
 * camelCase beats snake_case, null is absence, null list elements and map values are zero values, and of two
 * members of a oneof the later declared one wins. Unknown members are dropped.
 *
 * Messages of Pennon's own have none of that leniency but null for absence, and their errors name the field.
 *
 * @param maxDepth Most levels of nesting in free-form JSON (`google.protobuf.Struct`).
 * @param path Where the JSON lies in the body; `''` for the body itself.
 * @throws InvalidArgumentError if a value has the wrong type, or a strict message does not have a member.
 */
export function normaliseJson(message: DescMessage, json: Json, maxDepth: number, path = ''): JsonObject {
  const object = objectOf(message, json, path);
  const normalised: Record<string, Json> = {};
  for (const field of message.fields) {
    const value = memberOf(object, field);
    if (value === undefined || value === null) continue;
    for (const sibling of field.oneof?.fields ?? []) Reflect.deleteProperty(normalised, sibling.jsonName);
    normalised[field.jsonName] = normaliseField(field, value, maxDepth, pathTo(path, field.jsonName));
  }
  return normalised;
}

/** What the decoder says of every wrong type, word for word. */
export function wrongType(): InvalidArgumentError {
  return new InvalidArgumentError('invalid values for key(s) in json body');
}

function objectOf(message: DescMessage, json: Json, path: string): JsonObject {
  if (!isStrict(message)) return asObject(json);
  assertObject(json, path);
  assertMembers(message, json, path);
  return json;
}

function memberOf(object: JsonObject, { jsonName, name }: DescField): Json | undefined {
  if (Object.hasOwn(object, jsonName)) return object[jsonName];
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function normaliseField(field: DescField, value: Json, maxDepth: number, path: string): Json {
  switch (field.fieldKind) {
    case 'scalar':
      return normaliseScalar(field, value, path);
    case 'enum':
      if (isStrict(field.parent)) assertEnum(field.enum, value, path);
      return normaliseEnum(field.enum, value);
    case 'message':
      return field.message.typeName === StructSchema.typeName
        ? normaliseStruct(field, value, maxDepth, path)
        : normaliseMessage(field.message, value, maxDepth, path);
    case 'list':
      return normaliseList(field, value, maxDepth, path);
    case 'map':
      if (isStrict(field.parent)) assertEntries(field.scalar, value, path);
      return normaliseMap(asObject(value));
  }
}

function normaliseScalar(field: DescField & { fieldKind: 'scalar' }, given: Json, path: string): Json {
  const isNumberForText = typeof given === 'number' && field.scalar === ScalarType.STRING;
  const value = isNumberForText ? digitsOf(field, given, path) : given;
  if (isStrict(field.parent)) {
    if (typeof value !== 'string' && isJsonText(field))
      throw invalidField(path, 'must be a text or an object');
    assertScalar(field.scalar, value, path);
  }
  if (typeof value !== 'string') return value;
  // The library reads "1.0" and "1e0" as whole numbers.
  if (field.scalar === ScalarType.INT32 && !/^-?\d+$/.test(value)) throw wrongType();
  return wellFormed(value);
}

/** The digits of a number that may stand for a text. Beyond 2^53 they are not those that were sent. */
function digitsOf({ parent, localName }: DescField, value: number, path: string): Json {
  if (messageLaws(parent)?.[localName]?.takesNumber !== true) return value;
  if (Number.isSafeInteger(value) && value >= 0) return `${value}`;
  throw invalidField(path, `must be a text, or a whole number of 0 to ${Number.MAX_SAFE_INTEGER}`);
}

/** Half a surrogate pair becomes U+FFFD, as it does in UTF-8; the library would refuse it. */
function wellFormed(value: Json): Json {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** The same for every text and key of free-form JSON, whose depth is bounded. */
function wellFormedThroughout(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(wellFormedThroughout);
  if (!isJsonObject(value)) return wellFormed(value);
  return Object.fromEntries(
    Object.entries<Json>(value).map(([key, item]) => [key.toWellFormed(), wellFormedThroughout(item)]),
  );
}

function normaliseMap(map: JsonObject): Json {
  const entries = Object.entries(map);
  return Object.fromEntries(entries.map(([key, item]) => [key.toWellFormed(), wellFormed(item ?? '')]));
}

function normaliseEnum(type: DescEnum, value: Json): Json {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') throw wrongType();
  if (type.values.some(({ name }) => name === value)) return value;
  throw new InvalidArgumentError(`unknown value ${quote(JSON.stringify(value))} for enum ${type.typeName}`);
}

function normaliseMessage(type: DescMessage, value: Json, maxDepth: number, path: string): Json {
  // Two texts, which the library reads: here are the errors that name the field.
  if (type.typeName === TimestampSchema.typeName) readTimestamp(path, value);
  if (type.typeName === DurationSchema.typeName) readDuration(path, value);
  return isText(type) ? value : normaliseJson(type, value, maxDepth, path);
}

/** Free-form JSON. */
function normaliseStruct({ parent }: DescField, value: Json, maxDepth: number, path: string): Json {
  if (isStrict(parent)) assertObject(value, path);
  if (!isJsonObject(value)) {
    throw new InvalidArgumentError(
      `bad StructValue: json: cannot unmarshal ${kindOf(value)} into Go value of type map[string]json.RawMessage`,
    );
  }
  if (isDeeperThan(value, maxDepth)) {
    if (isStrict(parent)) throw invalidField(path, `must not be nested deeper than ${maxDepth} levels`);
    throw new InvalidArgumentError(`the JSON body is nested deeper than ${maxDepth} levels`);
  }
  return wellFormedThroughout(value);
}

function normaliseList(
  field: DescField & { fieldKind: 'list' },
  value: Json,
  maxDepth: number,
  path: string,
): Json {
  if (!Array.isArray(value))
    throw isStrict(field.parent) ? invalidField(path, 'must be a list') : wrongType();
  const items = value as readonly Json[];
  const { message } = field;
  if (message !== undefined)
    return items.map((item, index) => normaliseJson(message, item ?? {}, maxDepth, `${path}[${index}]`));
  if (isStrict(field.parent))
    for (const [index, item] of items.entries()) assertItem(field, item, `${path}[${index}]`);
  return items.map((item) => wellFormed(item ?? ''));
}

/** @throws InvalidFieldError if a scalar or an enum in a list of a strict message is none. */
function assertItem({ scalar, enum: values }: DescField, item: Json, path: string): void {
  if (values !== undefined) assertEnum(values, item, path);
  else if (scalar !== undefined) assertScalar(scalar, item, path);
}

/** @throws InvalidArgumentError if the value is no object. */
export function asObject(value: Json): JsonObject {
  if (!isJsonObject(value)) throw wrongType();
  return value;
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** True if the value nests deeper than `limit`; looks level by level, because recursion could overflow the stack. */
function isDeeperThan(value: Json, limit: number): boolean {
  let level: Json[] = [value];
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values<Json>(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/** True for a message that JSON writes as a text. */
function isText({ typeName }: DescMessage): boolean {
  return typeName === TimestampSchema.typeName || typeName === DurationSchema.typeName;
}
