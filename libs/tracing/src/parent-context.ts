import { ROOT_CONTEXT, type Context, type TextMapGetter } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

/** Finds a header, or metadata, by its name in lower case. */
export type FindHeader = (name: string) => string | undefined;

const propagator = new W3CTraceContextPropagator();

const getter: TextMapGetter<FindHeader> = {
  get: (find, name) => find(name),
  // Nothing that the propagator asks.
  keys: () => [],
};

/**
 * The context that a caller says it calls from (`traceparent`, `tracestate`), or the root for one that says nothing.
 */
export function parentContext(find: FindHeader): Context {
  return propagator.extract(ROOT_CONTEXT, find, getter);
}
