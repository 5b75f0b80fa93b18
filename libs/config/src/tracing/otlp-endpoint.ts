import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

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
export const otlpEndpoint: Kind<OtlpEndpoint> = scalar('`host:port` or URL', (given) => {
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
