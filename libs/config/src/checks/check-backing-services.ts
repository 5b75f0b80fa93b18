import { missingValue, notSupported } from '../kinds/kind';
import type { Violation } from '../kinds/config-error';
import type { ResolvedSettings } from '../settings/resolve-settings';
import { checkFile, readAuthorities } from '../files/pem-files';

type Redis = ResolvedSettings['cache']['redis'];
type Rule = (redis: Redis) => readonly Violation[];

/** What has to hold between settings of a Redis that is used. */
const rules: readonly Rule[] = [
  oneAuthority,
  authorityIsReadable,
  urlIsOfOneServer,
  sentinelsAreAskedForAName,
];

/** Returns what does not go together in the section; a Redis that is not used may be half configured. */
export function checkCache({ cache }: ResolvedSettings): readonly Violation[] {
  if (!cache.enabled || cache.backend !== 'redis') return [];
  return rules.flatMap((rule) => rule(cache.redis));
}

/** The reason is Flipt's, since operators search for it. */
function oneAuthority({ caCertPath, caCertBytes }: Redis): readonly Violation[] {
  if (caCertPath === undefined || caCertBytes === undefined) return [];
  const reason = 'please provide exclusively one of ca_cert_bytes or ca_cert_path';
  return [{ key: 'cache.redis.ca_cert_path', reason }];
}

function authorityIsReadable({ caCertPath }: Redis): readonly Violation[] {
  if (caCertPath === undefined) return [];
  return checkFile('cache.redis.ca_cert_path', () => readAuthorities(caCertPath));
}

function urlIsOfOneServer({ url, mode }: Redis): readonly Violation[] {
  if (url === undefined || mode === 'single') return [];
  return [{ key: 'cache.redis.url', reason: `names one server; with mode ${mode}, set nodes` }];
}

function sentinelsAreAskedForAName({ mode, sentinelName }: Redis): readonly Violation[] {
  if (mode !== 'sentinel' || sentinelName !== undefined) return [];
  return [{ key: 'cache.redis.sentinel_name', reason: missingValue }];
}

type Otlp = ResolvedSettings['tracing']['otlp'];

/** Returns what is wrong with the settings of traces that are switched on. */
export function checkTracing({
  enabled,
  exporter,
  propagators,
  otlp,
}: ResolvedSettings['tracing']): readonly Violation[] {
  if (!enabled) return [];
  const words = exporter === 'otlp' ? [] : [{ key: 'tracing.exporter', reason: `${notSupported}; use otlp` }];
  const formats = propagators.includes('tracecontext')
    ? []
    : [{ key: 'tracing.propagators', reason: 'must have tracecontext, the only format that is read' }];
  return [...words, ...formats, ...checkAuthorities(otlp), ...Object.keys(otlp.headers).flatMap(checkHeader)];
}

/** Whoever names authorities counts on TLS. */
function checkAuthorities({ caCertPath, endpoint }: Otlp): readonly Violation[] {
  const key = 'tracing.otlp.ca_cert_path';
  if (caCertPath === undefined) return [];
  if (!endpoint.usesTls) return [{ key, reason: 'needs an endpoint of https:// or grpcs://' }];
  return checkFile(key, () => readAuthorities(caCertPath));
}

/** gRPC keeps bytes under names that end so, and takes letters, digits and `_-.` alone. */
function checkHeader(name: string): readonly Violation[] {
  if (/^[a-z0-9_.-]+$/.test(name) && !name.endsWith('-bin')) return [];
  return [{ key: `tracing.otlp.headers.${name}`, reason: 'expected the name of a header' }];
}

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
  const hasTemplates = webhook.enabled && given.has(templates);
  return [
    ...(hasTemplates ? [{ key: templates, reason: `${notSupported}; use audit.sinks.webhook.targets` }] : []),
    ...(webhook.enabled ? webhookViolations(webhook, hasTemplates) : []),
    ...((log.enabled || webhook.enabled) && events.length === 0
      ? [{ key: 'audit.events', reason: 'no event pairs exist' }]
      : []),
  ];
}

/** What a name may be: it is a part of what the sink is called. */
const TARGET_NAME = /^[a-z0-9_-]{1,64}$/;

/** @param isReplaced Something that is refused stands in the place of a target, so none is missing. */
function webhookViolations(
  { url, targets }: Audit['sinks']['webhook'],
  isReplaced: boolean,
): readonly Violation[] {
  const section = 'audit.sinks.webhook';
  const named = Object.entries(targets);
  if (url === undefined && named.length === 0 && !isReplaced)
    return [{ key: `${section}.url`, reason: missingValue }];
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
