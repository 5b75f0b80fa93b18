import { type AuditedState, type JsonObject } from '@pennon/domain';

/** The order of the steps of a flag in an event, which is about no one of them: it goes by the key of the flag. */
export function orderState(
  type: 'rule' | 'rollout',
  namespaceKey: string,
  flagKey: string,
  ids: JsonObject,
): AuditedState {
  const image = { flag_key: flagKey, namespace_key: namespaceKey, ...ids };
  return { type, key: flagKey, namespaceKey, flagKey, image };
}
