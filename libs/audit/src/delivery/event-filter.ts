import { type AuditEvent } from '@pennon/domain';

/** Which events sinks get, by pairs such as `flag:created` and `*:deleted`. Source: contract/operations.md 9.2. */
export function isWanted(
  pairs: readonly string[],
  { type, action }: Pick<AuditEvent, 'type' | 'action'>,
): boolean {
  return [`${type}:${action}`, `${type}:*`, `*:${action}`, '*:*'].some((pair) => pairs.includes(pair));
}
