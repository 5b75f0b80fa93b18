import { type AuditedState, type Namespace } from '@pennon/domain';

/** A namespace in an event. */
export function namespaceState({ key, name, description, isProtected }: Namespace): AuditedState {
  const image = { key, name, description, protected: isProtected };
  return { type: 'namespace', key, namespaceKey: key, image };
}
