import { ScalarType, type DescEnum, type DescField } from '@bufbuild/protobuf';
import { TimestampSchema, type Timestamp } from '@bufbuild/protobuf/wkt';
import { InvalidArgumentError, invalidField, quote } from '@pennon/domain';
import { isStrict, problemOfBits, problemOfEnum, WHOLE_NUMBER, YES_OR_NO } from '../json/strict-json';
import { readTimestamp } from '../json/times';

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((text) => [text, false] as const),
]);

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

/**
 * The refusal of a parameter: calls of Pennon's own name the field and the problem.
 *
 * @param inFlipt The message of every other call, in the words that clients of the reference know.
 */
export function unreadable(field: DescField, inFlipt: string, problem: string): InvalidArgumentError {
  return isStrict(field.parent) ? invalidField(field.jsonName, problem) : new InvalidArgumentError(inFlipt);
}

/** An exact name, or a decimal number. */
function parseEnum(field: DescField, type: DescEnum, text: string): number {
  const value = type.values.find(({ name, number }) => name === text || `${number}` === text);
  if (value !== undefined) return value.number;
  const shown = quote(text);
  throw unreadable(
    field,
    `parsing field ${quote(field.name)}: ${shown} is not a valid value`,
    `${problemOfEnum(type)}, not ${shown}`,
  );
}

function parseScalar(field: DescField, scalar: ScalarType, text: string): string | number | bigint | boolean {
  switch (scalar) {
    case ScalarType.INT32:
      return Number(parseWhole(field, 32, text));
    case ScalarType.INT64:
      return parseWhole(field, 64, text);
    case ScalarType.BOOL: {
      const value = booleans.get(text);
      if (value === undefined) throw unparsable(field, text, 'ParseBool', 'invalid syntax', YES_OR_NO);
      return value;
    }
    default:
      return text;
  }
}

function parseWhole(field: DescField, bits: 32 | 64, text: string): bigint {
  if (!/^[+-]?\d+$/.test(text)) throw unparsable(field, text, 'ParseInt', 'invalid syntax', WHOLE_NUMBER);
  const value = BigInt(text.replace('+', ''));
  if (value !== BigInt.asIntN(bits, value))
    throw unparsable(field, text, 'ParseInt', 'value out of range', problemOfBits(bits));
  return value;
}

function unparsable(
  field: DescField,
  text: string,
  parser: string,
  reason: string,
  problem: string,
): InvalidArgumentError {
  const shown = quote(text);
  return unreadable(
    field,
    `parsing field ${quote(field.name)}: strconv.${parser}: parsing ${shown}: ${reason}`,
    `${problem}, not ${shown}`,
  );
}
