import { missingValue } from '../missing-value';
import type { ResolvedSettings } from '../resolve-settings';
import type { Violation } from '../violation';

type Audit = ResolvedSettings['audit'];

/** Returns what is missing of a sink that is switched on. Source: contract/operations.md 1.7.12, 9.2. */
export function checkAudit({ events, sinks: { log, webhook } }: Audit): readonly Violation[] {
  return [
    ...(log.enabled && log.file === undefined ? [{ key: 'audit.sinks.log.file', reason: missingValue }] : []),
    ...(webhook.enabled && webhook.url === undefined
      ? [{ key: 'audit.sinks.webhook.url', reason: missingValue }]
      : []),
    ...((log.enabled || webhook.enabled) && events.length === 0
      ? [{ key: 'audit.events', reason: 'no event pairs exist' }]
      : []),
  ];
}
