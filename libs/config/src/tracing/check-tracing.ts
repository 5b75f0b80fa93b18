import { notSupported } from '../not-supported';
import type { ResolvedSettings } from '../resolve-settings';
import type { Violation } from '../violation';

/** Returns what is wrong with the settings of traces that are switched on. */
export function checkTracing({
  enabled,
  exporter,
  otlp: { headers },
}: ResolvedSettings['tracing']): readonly Violation[] {
  if (!enabled) return [];
  const words = exporter === 'otlp' ? [] : [{ key: 'tracing.exporter', reason: `${notSupported}; use otlp` }];
  return [...words, ...Object.keys(headers).flatMap(checkHeader)];
}

/** gRPC keeps bytes under names that end so, and takes letters, digits and `_-.` alone. */
function checkHeader(name: string): readonly Violation[] {
  if (/^[a-z0-9_.-]+$/.test(name) && !name.endsWith('-bin')) return [];
  return [{ key: `tracing.otlp.headers.${name}`, reason: 'expected the name of a header' }];
}
