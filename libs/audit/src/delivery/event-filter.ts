import { type AuditEvent } from '@pennon/domain';
import { outcomeOf } from '../sinks/outcome';

/** Which events sinks get, by pairs such as `flag:created` and `*:deleted`. */
export function isWanted(
  pairs: readonly string[],
  event: Pick<AuditEvent, 'type' | 'action' | 'after'>,
): boolean {
  const { type } = event;
  const { action } = outcomeOf(event);
  return [`${type}:${action}`, `${type}:*`, `*:${action}`, '*:*'].some((pair) => pairs.includes(pair));
}
