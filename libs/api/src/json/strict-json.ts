import { ScalarType, type DescEnum, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { didYouMean } from '@pennon/config';
import {
  invalidField,
  isJsonObject,
  type Json,
  type JsonObject,
  MAX_SHOWN_NAME_LENGTH,
  shownName,
  UnknownFieldError,
} from '@pennon/domain';
import { VERSION } from '@pennon/platform';

/** A text with a number, which proto3 JSON takes for the number. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const INT32 = [ScalarType.INT32, ScalarType.SINT32, ScalarType.SFIXED32];
const INT64 = [ScalarType.INT64, ScalarType.SINT64, ScalarType.SFIXED64];

/* What refusals say of a value, after the name of the field. */

export const YES_OR_NO = 'must be true or false';
export const WHOLE_NUMBER = 'must be a whole number';

export function problemOfBits(bits: 32 | 64): string {
  return `must be a number of ${bits} bits`;
}

/** Lists the names that mean something. */
export function problemOfEnum({ values }: DescEnum): string {
  const names = values.map(({ name }) => name).filter((name) => !name.endsWith('_UNSPECIFIED'));
  const last = names.pop() ?? '';
  return `must be ${names.length === 0 ? '' : `${names.join(', ')} or `}${last}`;
}

/**
 * True for a message of Pennon's own, which is read strictly. Flipt's messages are as lenient as Flipt reads them, and
 * an explanation takes the body of an evaluation.
 */
export function isStrict({ typeName }: Pick<DescMessage, 'typeName'>): boolean {
  return typeName.startsWith('pennon.') && !typeName.startsWith('pennon.explain.');
}

/** The path of a member: `when.steps[1].at`. */
export function pathTo(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}

/**
 * Holds an object to the members of a message: on a call that publishes, a misspelt member must not be ignored.
 *
 * @throws UnknownFieldError if the message does not have a member.
 * @throws InvalidFieldError if a field is given by both of its names, or two fields exclude each other.
 */
export function assertMembers({ fields, oneofs }: DescMessage, object: JsonObject, path: string): void {
  const names = new Set(fields.flatMap(({ name, jsonName }) => [name, jsonName]));
  for (const name of Object.keys(object)) if (!names.has(name)) throw unknownField(path, name, fields);
  const isGiven = ({ name, jsonName }: DescField): boolean =>
    (object[jsonName] ?? null) !== null || (object[name] ?? null) !== null;
  for (const { name, jsonName } of fields) {
    if (name !== jsonName && Object.hasOwn(object, name) && Object.hasOwn(object, jsonName))
      throw invalidField(pathTo(path, jsonName), `is given twice, as ${jsonName} and as ${name}`);
  }
  for (const oneof of oneofs) {
    const [first, second] = oneof.fields.filter(isGiven);
    if (first !== undefined && second !== undefined)
      throw invalidField(pathTo(path, second.jsonName), `must not be given together with ${first.jsonName}`);
  }
}

/** The refusal of a member or parameter that this version does not know. @param fields Those that there are. */
export function unknownField(path: string, name: string, fields: readonly DescField[]): UnknownFieldError {
  const known = fields.map(({ jsonName }) => jsonName);
  // Longer names are not compared with those that there are.
  const hint = known.length === 0 || name.length > MAX_SHOWN_NAME_LENGTH ? '' : didYouMean(name, known, '.');
  return new UnknownFieldError(pathTo(path, shownName(name)), VERSION, hint);
}

/** @throws InvalidFieldError if a scalar of a strict message has another type in JSON. */
export function assertScalar(type: ScalarType, value: Json, path: string): void {
  if (type === ScalarType.STRING || type === ScalarType.BYTES) {
    if (typeof value !== 'string') throw invalidField(path, 'must be a text');
  } else if (type === ScalarType.BOOL) {
    if (typeof value !== 'boolean') throw invalidField(path, YES_OR_NO);
  } else if (INT32.includes(type) || INT64.includes(type)) {
    assertWhole(value, INT32.includes(type) ? 32 : 64, path);
  } else if (!Number.isFinite(typeof value === 'string' && NUMBER.test(value) ? Number(value) : value)) {
    throw invalidField(path, 'must be a number');
  }
}

/** Numbers beyond 2^53 lose digits in JSON, so only a text can mean one. */
function assertWhole(value: Json, bits: 32 | 64, path: string): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw invalidField(path, 'is beyond 2^53: give it as a text');
  const isWhole = typeof value === 'number' ? Number.isInteger(value) : isDigits(value);
  if (!isWhole) throw invalidField(path, WHOLE_NUMBER);
  const number = BigInt(value as string | number);
  if (BigInt.asIntN(bits, number) !== number) throw invalidField(path, problemOfBits(bits));
}

/**
 * @param type Of the values of a map; undefined for none that is a scalar.
 * @throws InvalidFieldError if the value is no object of such values; null among texts means the empty text.
 */
export function assertEntries(type: ScalarType | undefined, value: Json, path: string): void {
  assertObject(value, path);
  if (type === undefined) return;
  for (const [name, item] of Object.entries(value)) {
    const isEmptyText = item === null && type === ScalarType.STRING;
    if (!isEmptyText) assertScalar(type, item, pathTo(path, shownName(name)));
  }
}

/** @throws InvalidFieldError if the value is neither name nor number of a value of the enum. */
export function assertEnum(type: DescEnum, value: Json, path: string): void {
  if (type.values.some(({ name, number }) => name === value || number === value)) return;
  throw invalidField(path, problemOfEnum(type));
}

function isDigits(value: Json): boolean {
  return typeof value === 'string' && /^-?\d{1,20}$/.test(value);
}

/** @throws InvalidFieldError if the value is no object. */
export function assertObject(value: Json, path: string): asserts value is JsonObject {
  if (!isJsonObject(value)) throw invalidField(path === '' ? 'body' : path, 'must be an object');
}
