import { type flipt } from '@pennon/api';
import { assertAttachment, assertKey, assertKeyLength, assertNotEmpty } from '@pennon/domain';

/** Source of all checks and their order: contract/management-api.md 4. */
export function validateCreateFlag(request: flipt.CreateFlagRequest): void {
  assertKey('key', request.key);
  assertNotEmpty('name', request.name);
}

/** @throws InvalidArgumentError if key or name is empty. */
export function validateUpdateFlag(request: flipt.UpdateFlagRequest): void {
  assertNotEmpty('key', request.key);
  assertNotEmpty('name', request.name);
}

/** @throws InvalidArgumentError if a key is empty or the attachment is not JSON text. */
export function validateCreateVariant(request: flipt.CreateVariantRequest): void {
  assertNotEmpty('flagKey', request.flagKey);
  assertKeyLength('key', request.key);
  assertAttachment(request.attachment);
}

/** @throws InvalidArgumentError if id or a key is empty or the attachment is not JSON text. */
export function validateUpdateVariant(request: flipt.UpdateVariantRequest): void {
  assertNotEmpty('id', request.id);
  assertNotEmpty('flagKey', request.flagKey);
  assertKeyLength('key', request.key);
  assertAttachment(request.attachment);
}

/** @throws InvalidArgumentError if id or flag key is empty. */
export function validateDeleteVariant(request: flipt.DeleteVariantRequest): void {
  assertNotEmpty('id', request.id);
  assertNotEmpty('flagKey', request.flagKey);
}
