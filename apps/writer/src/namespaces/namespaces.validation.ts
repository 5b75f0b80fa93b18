import { type flipt } from '@pennon/api';
import { assertKey, assertNotEmpty } from '@pennon/domain';

/** Source of all checks and their order: contract/management-api.md 4. */
export function validateCreateNamespace(request: flipt.CreateNamespaceRequest): void {
  assertKey('key', request.key);
  assertNotEmpty('name', request.name);
}

/** @throws InvalidArgumentError if key or name is empty. */
export function validateUpdateNamespace(request: flipt.UpdateNamespaceRequest): void {
  assertNotEmpty('key', request.key);
  assertNotEmpty('name', request.name);
}
