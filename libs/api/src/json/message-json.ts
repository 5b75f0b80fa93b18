import {
  fromJson,
  toJson,
  type DescMessage,
  type JsonValue,
  type Message,
  type MessageShape,
} from '@bufbuild/protobuf';
import { DomainError, type Json } from '@pennon/domain';
import { withEnumNames, type EnumNames } from './enum-names';
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
