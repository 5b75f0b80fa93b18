import { type Config } from '@pennon/config';
import { type Metrics } from '@pennon/observability';
import { openRecorder } from './open-recorder';
import { spanSeries } from './span-counts';
import { SpanTracer } from './span-tracer';

/**
 * Traces as the settings say. This module, and all it imports, is loaded only where traces are switched on.
 *
 * @param metrics Undefined where nothing is measured.
 */
export function openTracer(
  { tracing, server }: Pick<Config, 'tracing' | 'server'>,
  metrics?: Metrics,
): SpanTracer {
  const { includeEntityIds } = tracing;
  const recorder = openRecorder(tracing);
  metrics?.add(spanSeries(recorder.counts));
  return new SpanTracer(recorder, { scheme: server.protocol, includeEntityIds });
}
