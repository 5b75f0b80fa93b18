import { InvalidValueError, type Kind, scalar } from '../kinds/kind';
import { duration, integer, ratio } from '../kinds/number';
import { mapOf, optional, type Section, setting } from '../kinds/setting';
import { headerValue, secret, text } from '../kinds/text';
import { boolean, listOf, oneOf } from '../kinds/words';

/** Where a collector takes spans, and how. */
export interface OtlpEndpoint {
  /** OTLP over HTTP with protobuf bodies, or over gRPC. */
  readonly protocol: 'http' | 'grpc';
  readonly usesTls: boolean;
  /** Of HTTP the URL that spans are posted to; of gRPC `http://host:port`, or with TLS `https://host:port`. */
  readonly url: string;
}

/** What each scheme stands for. */
const schemes: ReadonlyMap<string, Pick<OtlpEndpoint, 'protocol' | 'usesTls'>> = new Map([
  ['http', { protocol: 'http', usesTls: false }],
  ['https', { protocol: 'http', usesTls: true }],
  ['grpc', { protocol: 'grpc', usesTls: false }],
  ['grpcs', { protocol: 'grpc', usesTls: true }],
]);

/** Where spans are posted to below the URL of a collector. Source: the specification of OTLP, HTTP requests. */
const TRACES_PATH = '/v1/traces';

const expectation =
  'expected host:port, grpc://host:port, grpcs://host:port, or an http or https URL without ? and #';

/**
 * The place of a collector: `http://` and `https://` are OTLP over HTTP, `grpc://` and no scheme OTLP over gRPC, which
 * `grpcs://` is with TLS. One that holds credentials is refused, and not quoted.
 */
const otlpEndpoint: Kind<OtlpEndpoint> = scalar('`host:port` or URL', (given) => {
  if (given.includes('@')) {
    throw new InvalidValueError('must hold no credentials: headers go into tracing.otlp.headers', {
      mayHoldSecret: true,
    });
  }
  const [, scheme = 'grpc', rest = ''] = /^(?:([a-z]+):\/\/)?(.*)$/is.exec(given) ?? [];
  const transport = schemes.get(scheme.toLowerCase());
  if (transport === undefined || /[\s?#]/.test(rest)) throw new InvalidValueError(expectation);
  const url = `${transport.usesTls ? 'https' : 'http'}://${rest}`;
  if (rest.startsWith('/') || !URL.canParse(url)) throw new InvalidValueError(expectation);
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, '');
  if (transport.protocol === 'http') {
    return Object.freeze({
      ...transport,
      url: origin + (path.endsWith(TRACES_PATH) ? path : path + TRACES_PATH),
    });
  }
  if (path !== '') throw new InvalidValueError('expected no path behind the address of a gRPC collector');
  return Object.freeze({ ...transport, url: origin });
});

/** Traces. Rules between these settings are in `check-backing-services.ts`. */
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
