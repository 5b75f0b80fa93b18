import { existsSync } from 'node:fs';
import { notSupported } from '../not-supported';
import type { ResolvedSettings } from '../resolve-settings';
import type { Violation } from '../violation';

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
  return existsSync(caCertPath) ? [] : [{ key, reason: 'names no file' }];
}

/** gRPC keeps bytes under names that end so, and takes letters, digits and `_-.` alone. */
function checkHeader(name: string): readonly Violation[] {
  if (/^[a-z0-9_.-]+$/.test(name) && !name.endsWith('-bin')) return [];
  return [{ key: `tracing.otlp.headers.${name}`, reason: 'expected the name of a header' }];
}
