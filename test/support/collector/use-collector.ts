import { useServer, type SharedServer } from '../use-server';
import { type Collector } from './collector';

/** A server that sends its spans to a collector. */
export interface TracedServer {
  readonly server: SharedServer;
  readonly collector: Collector;
}

/** Settings of a server that traces. */
export function tracingEnv(endpoint: string): Readonly<Record<string, string>> {
  return {
    PENNON_TRACING_ENABLED: 'true',
    PENNON_TRACING_INTERVAL: '10ms',
    PENNON_TRACING_OTLP_ENDPOINT: endpoint,
  };
}

/**
 * Starts a collector and a server before the first test of the surrounding `describe`, and stops them after the last.
 */
export function useCollector(
  start: () => Promise<Collector>,
  env: Readonly<Record<string, string>> = {},
): TracedServer {
  let collector: Collector;
  beforeAll(async () => {
    collector = await start();
  });
  // Before the server is: what ends last is said first.
  const server = useServer(() => ({ ...tracingEnv(collector.endpoint), ...env }));
  afterAll(async () => collector.stop());
  return {
    server,
    get collector(): Collector {
      return collector;
    },
  };
}

let traces = 0;

/** Whose trace a request is of: an id of its own for each. */
export interface Caller {
  readonly traceId: string;
  readonly spanId: string;
  /** The header that says so. */
  readonly traceparent: string;
}

/** A caller that records its trace, unless told otherwise. */
export function newCaller({ isSampled = true } = {}): Caller {
  traces++;
  const traceId = `${traces}`.padStart(32, 'a');
  const spanId = `${traces}`.padStart(16, 'b');
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}` };
}
