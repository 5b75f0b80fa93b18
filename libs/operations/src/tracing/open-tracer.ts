import { hostname } from 'node:os';
import { Logger } from '@nestjs/common';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { VERSION, type Metrics, withinTime } from '@pennon/platform';
import type { Config, TracingConfig } from '@pennon/config';
import { SCHEMA_URL } from './attributes';
import { droppedSpansMeter, type SpanCounts, spanSeries, ToldExporter } from './span-counts';
import { spanExporter } from './span-exporter';
import { type Recorder, SpanTracer } from './span-tracer';

/**
 * Who the spans are of. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` go over what is found here; the command line
 * is left out, because people write secrets there.
 */
function resourceOfProcess(): Resource {
  return defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'pennon',
        'service.version': VERSION,
        'host.name': hostname(),
        'process.pid': process.pid,
        'process.runtime.name': 'nodejs',
        'process.runtime.version': process.versions.node,
      }),
    )
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));
}

/** Most spans that are sent at once. */
const MAX_BATCH = 512;

/** Longest text of an attribute, in characters: callers choose keys of flags that do not exist. */
const MAX_TEXT_LENGTH = 256;

/** Has spans recorded as the settings say, and sent in batches. Connects to nothing yet. */
export function openRecorder({ samplingRatio, maxQueue, interval, otlp }: TracingConfig): Recorder {
  const logger = new Logger('tracing');
  hearOf(logger);
  const counts: SpanCounts = { sent: 0, failed: 0, dropped: 0 };
  const processor = new BatchSpanProcessor({
    exporter: new ToldExporter(spanExporter(otlp), counts),
    maxQueueSize: maxQueue,
    maxExportBatchSize: Math.min(MAX_BATCH, maxQueue),
    scheduledDelayMillis: interval,
    exportTimeoutMillis: otlp.timeout,
    selfObsMeterProvider: droppedSpansMeter(counts),
  });
  const provider = new TracerProvider({
    resource: resourceOfProcess(),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(samplingRatio) }),
    spanLimits: { attributeValueLengthLimit: MAX_TEXT_LENGTH },
    spanProcessors: [processor],
  });
  return {
    tracer: provider.getTracer('pennon', VERSION, { schemaUrl: SCHEMA_URL }),
    counts,
    async close() {
      try {
        await withinTime(otlp.timeout, 'sending the last spans', provider.shutdown());
      } catch (error) {
        logger.warn(
          { reason: error instanceof Error ? error.message : undefined },
          'the last spans were lost',
        );
      }
    },
  };
}

/** Has the warnings of the packages in our log. What fails to be sent is told by {@link ToldExporter}. */
function hearOf(logger: Logger): void {
  const warn = (message: string): void => {
    logger.warn({ reason: message }, 'a warning of OpenTelemetry');
  };
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  setGlobalErrorHandler(ignore);
}

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
