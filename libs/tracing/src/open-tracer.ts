import { type Config } from '@pennon/config';
import { openRecorder } from './open-recorder';
import { SpanTracer } from './span-tracer';

/** Traces as the settings say. This module, and all it imports, is loaded only where traces are switched on. */
export function openTracer({ tracing, server }: Pick<Config, 'tracing' | 'server'>): SpanTracer {
  const { includeEntityIds } = tracing;
  return new SpanTracer(openRecorder(tracing), { scheme: server.protocol, includeEntityIds });
}
