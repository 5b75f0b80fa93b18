import { boolean } from '../kinds/boolean';
import { duration } from '../kinds/duration';
import { headerValue } from '../kinds/header-value';
import { integer } from '../kinds/integer';
import { listOf } from '../kinds/list';
import { oneOf } from '../kinds/one-of';
import { ratio } from '../kinds/ratio';
import { secret } from '../kinds/secret';
import { text } from '../kinds/text';
import { mapOf, optional, type Section, setting } from '../setting';
import { otlpEndpoint } from './otlp-endpoint';

/** Traces. Rules between these settings are in `check-tracing.ts`. */
export const tracingSettings = {
  enabled: setting(boolean, {
    default: 'false',
    description:
      'Record spans of requests and RPCs, and send them to a collector of OpenTelemetry (docs/tracing.md). Switched ' +
      'off, nothing of it is loaded.',
  }),
  exporter: setting(oneOf(['otlp', 'jaeger', 'zipkin']), {
    default: 'otlp',
    description:
      'How spans are sent. `jaeger` and `zipkin` are understood while tracing is off; Jaeger takes OTLP, and a ' +
      'collector hands on to Zipkin.',
  }),
  propagators: setting(
    listOf(oneOf(['tracecontext', 'baggage', 'b3', 'b3multi', 'jaeger', 'xray', 'ottrace', 'none']), {
      type: 'list of formats',
      separator: /[\s,]+/,
    }),
    {
      default: 'tracecontext',
      isIgnored: true,
      description:
        'Formats in which callers say which trace a call belongs to. `tracecontext` is the one that is read, and must be ' +
        'among them; the others are understood, such as `baggage` and `b3`, and not read.',
    },
  ),
  samplingRatio: setting(ratio, {
    default: '1',
    description:
      'Which part of the traces that begin here is recorded. A caller who sends a `traceparent` has decided for its ' +
      'own traces.',
  }),
  includeEntityIds: setting(boolean, {
    default: 'false',
    description:
      'Put the entity id of an evaluation on its span, as `feature_flag.context.id`. It often is personal data, and the ' +
      'collector then has it.',
  }),
  maxQueue: setting(integer({ min: 1, max: 10_000 }), {
    default: '2048',
    description:
      'Most spans that wait to be sent; while there are so many, further ones are dropped, and their number is logged.',
  }),
  interval: setting(duration({ min: '10ms', max: '1m' }), {
    default: '1s',
    description: 'How long spans are gathered before they are sent together; 10ms to 1m.',
  }),
  otlp: {
    endpoint: setting(otlpEndpoint, {
      default: 'localhost:4317',
      description:
        'Where the collector listens: `http://` and `https://` for OTLP over HTTP, to whose path `/v1/traces` is added; ' +
        '`grpcs://` for OTLP over gRPC, `grpc://` or no scheme for the same without TLS.',
    }),
    caCertPath: optional(text, {
      description:
        'File of the only certificate authorities that the collector is trusted by; PEM, read at the start. Without it, ' +
        'those that Node.js trusts.',
    }),
    headers: mapOf(
      '<name>',
      setting(secret(headerValue), {
        default: '',
        description:
          'Value of the header, or metadata over gRPC, of that name which goes with every export. A name with a `-` has ' +
          'to be given in the file.',
      }),
    ),
    timeout: setting(duration({ min: '10ms', max: '1m' }), {
      default: '5s',
      description:
        'Longest time for one export, its repetitions included; 10ms to 1m. A stop waits so long for the last one.',
    }),
  },
} as const satisfies Section;
