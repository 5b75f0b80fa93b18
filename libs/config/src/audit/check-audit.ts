import { missingValue } from '../missing-value';
import { notSupported } from '../not-supported';
import type { ResolvedSettings } from '../resolve-settings';
import type { Violation } from '../violation';

type Audit = ResolvedSettings['audit'];

/**
 * Returns what is missing of a sink that is switched on.
 *
 * @param given the keys that are given, of all sections
 */
export function checkAudit(
  { events, sinks: { log, webhook } }: Audit,
  given: ReadonlySet<string>,
): readonly Violation[] {
  const templates = 'audit.sinks.webhook.templates';
  if (webhook.enabled && given.has(templates)) {
    return [{ key: templates, reason: `${notSupported}; use audit.sinks.webhook.targets` }];
  }
  return [
    ...(webhook.enabled ? webhookViolations(webhook) : []),
    ...((log.enabled || webhook.enabled) && events.length === 0
      ? [{ key: 'audit.events', reason: 'no event pairs exist' }]
      : []),
  ];
}

/** What a name may be: it is a part of what the sink is called. */
const TARGET_NAME = /^[a-z0-9_-]{1,64}$/;

function webhookViolations({ url, targets }: Audit['sinks']['webhook']): readonly Violation[] {
  const section = 'audit.sinks.webhook';
  const named = Object.entries(targets);
  if (url === undefined && named.length === 0) return [{ key: `${section}.url`, reason: missingValue }];
  return named.flatMap(([name, target]) => [
    ...(TARGET_NAME.test(name)
      ? []
      : [
          {
            key: `${section}.targets.${name}`,
            reason: 'must be named with letters, digits, - and _, 64 at most',
          },
        ]),
    ...(target.url === undefined ? [{ key: `${section}.targets.${name}.url`, reason: missingValue }] : []),
  ]);
}
