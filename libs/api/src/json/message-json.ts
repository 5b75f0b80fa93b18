import {
  fromJson,
  toJson,
  type DescMessage,
  type JsonValue,
  type Message,
  type MessageShape,
} from '@bufbuild/protobuf';
import { DomainError, type Json } from '@pennon/domain';
import { withLastNames } from './last-enum-names';
import { normaliseJson, wrongType } from './normalise-json';

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

/** Which of several names of one enum value is written: the first in `proto/`, or the last. */
export type EnumNames = 'first' | 'last';

/**
 * A message as JSON text: zero values and empty lists are always there, unset messages never.
 *
 * @param pretty Indented, and without zero values (management-api.md 2.5).
 */
export function messageToJson(
  type: DescMessage,
  message: Message,
  pretty: boolean,
  enumNames: EnumNames = 'first',
): string {
  const written = toJson(type, message, { alwaysEmitImplicit: !pretty });
  const json = enumNames === 'last' ? withLastNames(type, written) : written;
  return JSON.stringify(json, undefined, pretty ? 2 : undefined);
}
