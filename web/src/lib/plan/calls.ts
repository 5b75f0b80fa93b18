import { type NamespaceState } from '@pennon/state';
import { type Namespace } from '../model';
import { namespacesPath } from './paths';
import { type Call } from './plan';

/** A namespace that is to be made. */
export type NamespaceDraft = Pick<Namespace, 'key' | 'name' | 'description'>;

export function createNamespaceCall({ key, name, description }: NamespaceDraft): Call {
  return {
    method: 'POST',
    path: namespacesPath(),
    body: { key, name, description } satisfies NamespaceDraft,
  };
}

export function updateNamespaceCall(key: string, { name, description }: NamespaceState): Call {
  return { method: 'PUT', path: namespacesPath(key), body: { name, description } satisfies NamespaceState };
}

/** @param force Deletes its flags too; never to be asked for a protected namespace. */
export function deleteNamespaceCall(key: string, force: boolean): Call {
  return { method: 'DELETE', path: namespacesPath(key), ...(force && { query: { force: 'true' } }) };
}
