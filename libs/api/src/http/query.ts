import {
  create,
  ScalarType,
  type DescEnum,
  type DescField,
  type DescMessage,
  type MessageShape,
} from '@bufbuild/protobuf';
import { TimestampSchema, type Timestamp } from '@bufbuild/protobuf/wkt';
import { InvalidArgumentError, invalidField, quote } from '@pennon/domain';
import { holdsJsonText } from '../json/json-texts';
import { unknownField } from '../json/strict-json';
import { readTimestamp } from '../json/times';
import type { RouteMatch } from '../rpc/route-table';

const INT32_MIN = -(2 ** 31);
const INT32_MAX = 2 ** 31 - 1;

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((text) => [text, false] as const),
]);

/** The parameter that every call takes, whatever its value: the answer is indented. */
export const PRETTY = 'pretty';

/** The parameter of calls whose answers hold JSON as text: with the value `JSON`, it is JSON in the answer. */
export const VIEW = 'view';

/** What {@link VIEW} may be. */
export const JSON_VIEW = 'JSON';

/**
 * Holds a query to the parameters of a call of Pennon's own: a filter that is misspelt must not mean "all of them".
 *
 * @throws UnknownFieldError if there is another one.
 * @throws InvalidFieldError if one says otherwise than the path.
 */
export function assertParameters(query: string, { method, source, parameters }: RouteMatch): void {
  if (query === '') return;
  const given = new URLSearchParams(query);
  const fields = source === 'body' ? [] : method.input.fields.filter(isQueryParameter);
  const hasView = holdsJsonText(method.output);
  const names = new Set([
    PRETTY,
    ...(hasView ? [VIEW] : []),
    ...fields.flatMap(({ name, jsonName }) => [name, jsonName]),
  ]);
  for (const name of given.keys()) if (!names.has(name)) throw unknownField('', name, fields);
  if (hasView && given.getAll(VIEW).some((view) => view !== JSON_VIEW))
    throw invalidField(VIEW, `must be ${JSON_VIEW}`);
  for (const { field, value } of parameters) {
    for (const text of [...given.getAll(field.jsonName), ...given.getAll(field.name)])
      assertLikePath(field, text, value);
  }
}

/** @throws InvalidFieldError if a field of a strict call is given another value than the path has. */
export function assertLikePath({ jsonName }: DescField, given: unknown, inPath: string): void {
  if (given !== inPath) throw invalidField(jsonName, `contradicts the path, where it is ${quote(inPath)}`);
}

/**
 * The message a query string means. Parameters are named in camelCase or snake_case; unknown ones are ignored.
 *
 * @param inPath The fields that the path gives; parameters of their names are ignored.
 * @throws InvalidArgumentError if a parameter is given twice or does not parse.
 */
export function messageFromQuery<T extends DescMessage>(
  type: T,
  query: string,
  inPath: readonly DescField[] = [],
): MessageShape<T> {
  const message = create(type);
  // Most have none, and to find that out here is cheaper.
  if (query === '') return message;
  const values: Record<string, unknown> = message;
  const parameters = new URLSearchParams(query);
  if (parameters.size === 0) return message;
  for (const field of type.fields) {
    if (!isQueryParameter(field) || inPath.includes(field)) continue;
    const given = parameters.getAll(field.jsonName);
    if (field.name !== field.jsonName) given.push(...parameters.getAll(field.name));
    const [text] = given;
    if (text === undefined) continue;
    if (field.fieldKind === 'list') {
      values[field.localName] = given.map((one) => parse(field, one));
      continue;
    }
    if (given.length > 1) {
      throw new InvalidArgumentError(`too many values for field ${quote(field.name)}: ${given.join(', ')}`);
    }
    values[field.localName] = parse(field, text);
  }
  return message;
}

/** A field of which one text can mean a value; of a list, one of its values. */
type Parameter = DescField & { fieldKind: 'scalar' | 'enum' | 'message' | 'list' };

/** True for a field that a parameter of the query can give; a list by as many parameters of its name. */
export function isQueryParameter(field: DescField): field is Parameter {
  const { fieldKind } = field;
  if (fieldKind === 'message') return field.message.typeName === TimestampSchema.typeName;
  if (fieldKind === 'list') return field.listKind !== 'message';
  return fieldKind === 'scalar' || fieldKind === 'enum';
}

/**
 * What one text means for a field, or for a value of a list.
 *
 * @throws InvalidArgumentError if it does not parse.
 */
export function parse(field: Parameter, text: string): string | number | bigint | boolean | Timestamp {
  if (field.enum !== undefined) return parseEnum(field, field.enum, text);
  if (field.scalar !== undefined) return parseScalar(field, field.scalar, text);
  return readTimestamp(field.jsonName, text);
}

/** An exact name, or a decimal number. */
function parseEnum(field: DescField, { values }: DescEnum, text: string): number {
  const value = values.find(({ name, number }) => name === text || `${number}` === text);
  if (value === undefined) throw invalidValue(field, text);
  return value.number;
}

function invalidValue(field: DescField, text: string): InvalidArgumentError {
  return new InvalidArgumentError(`parsing field ${quote(field.name)}: ${quote(text)} is not a valid value`);
}

function parseScalar(field: DescField, scalar: ScalarType, text: string): string | number | bigint | boolean {
  switch (scalar) {
    case ScalarType.INT32:
      return parseInt32(field, text);
    case ScalarType.INT64:
      return parseInt64(field, text);
    case ScalarType.BOOL: {
      const value = booleans.get(text);
      if (value === undefined) throw unparsable(field, 'ParseBool', text, 'invalid syntax');
      return value;
    }
    default:
      return text;
  }
}

function parseInt32(field: DescField, text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw unparsable(field, 'ParseInt', text, 'invalid syntax');
  const value = Number(text);
  if (value < INT32_MIN || value > INT32_MAX) throw unparsable(field, 'ParseInt', text, 'value out of range');
  return value;
}

function parseInt64(field: DescField, text: string): bigint {
  if (!/^[+-]?\d+$/.test(text)) throw unparsable(field, 'ParseInt', text, 'invalid syntax');
  const value = BigInt(text.replace('+', ''));
  if (value !== BigInt.asIntN(64, value)) throw unparsable(field, 'ParseInt', text, 'value out of range');
  return value;
}

/** The wording that clients of the reference know. */
function unparsable(field: DescField, parser: string, text: string, reason: string): InvalidArgumentError {
  return new InvalidArgumentError(
    `parsing field ${quote(field.name)}: strconv.${parser}: parsing ${quote(text)}: ${reason}`,
  );
}
