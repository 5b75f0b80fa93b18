import {
  create,
  fromJson,
  toJson,
  type DescMessage,
  type JsonValue,
  type Message,
  type MessageShape,
} from '@bufbuild/protobuf';
import { DomainError, type Json } from '@pennon/domain';
import { normaliseJson, wrongType } from './normalise-json';

/**
 * The message that a JSON value means; null is the message without any field.
 *
 * @param maxDepth Most levels of nesting in free-form JSON.
 * @throws InvalidArgumentError if a value has the wrong type.
 */
export function messageFromJson<T extends DescMessage>(
  type: T,
  json: Json,
  maxDepth: number,
): MessageShape<T> {
  if (json === null) return create(type);
  try {
    return fromJson(type, normaliseJson(type, json, maxDepth) as JsonValue, { ignoreUnknownFields: true });
  } catch (error) {
    throw error instanceof DomainError ? error : wrongType();
  }
}

/**
 * A message as JSON text: zero values and empty lists are always there, unset messages never.
 *
 * @param pretty Indented, and without zero values (management-api.md 2.5).
 */
export function messageToJson(type: DescMessage, message: Message, pretty: boolean): string {
  const json = toJson(type, message, { alwaysEmitImplicit: !pretty });
  return JSON.stringify(json, undefined, pretty ? 2 : undefined);
}
