import { join } from 'node:path';
import { loadPackageDefinition, type ServiceClientConstructor, type ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

/** Attributes by name. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span as it has arrived. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'other';
  readonly attributes: Attributes;
  readonly isError: boolean;
  /** The version of the semantic conventions that it follows. */
  readonly schemaUrl: string;
  /** Who it is of. */
  readonly resource: Attributes;
}

interface KeyValue {
  readonly key: string;
  readonly value: { readonly value: string; readonly [kind: string]: string | number | boolean };
}

interface WireSpan {
  readonly traceId: Buffer;
  readonly spanId: Buffer;
  readonly parentSpanId: Buffer;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly KeyValue[];
  readonly status: { readonly code: number } | null;
}

/** What a collector is sent. */
export interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[]; readonly schemaUrl: string }[];
  }[];
}

const kinds: Readonly<Record<number, ReceivedSpan['kind']>> = { 1: 'internal', 2: 'server' };
const ERROR = 2;

/** The service of OTLP that takes spans. */
export const traceService = load();

/** The spans of a request, in order. */
export function spansIn({ resourceSpans }: ExportRequest): readonly ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans, schemaUrl }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, status }) => ({
        traceId: traceId.toString('hex'),
        spanId: spanId.toString('hex'),
        parentSpanId: parentSpanId.toString('hex'),
        name,
        kind: kinds[kind] ?? 'other',
        attributes: attributesOf(attributes),
        isError: status?.code === ERROR,
        schemaUrl,
        resource: attributesOf(resource.attributes),
      })),
    ),
  );
}

function attributesOf(pairs: readonly KeyValue[]): Attributes {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, value[value.value]]));
}

function load(): ServiceDefinition {
  const definition = loadSync(join(__dirname, 'trace-service.proto'), {
    defaults: true,
    longs: Number,
    oneofs: true,
  });
  const name = 'opentelemetry.proto.collector.trace.v1.TraceService';
  const found = loadPackageDefinition(definition);
  const service = name
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], found);
  return (service as ServiceClientConstructor).service;
}
