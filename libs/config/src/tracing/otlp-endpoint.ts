import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** Where a collector takes spans, and how. */
export interface OtlpEndpoint {
  /** OTLP over HTTP with protobuf bodies, or over gRPC without TLS. */
  readonly protocol: 'http' | 'grpc';
  /** Of HTTP the URL that spans are posted to; of gRPC `http://host:port`. */
  readonly url: string;
}

/** Where spans are posted to below the URL of a collector. Source: the specification of OTLP, HTTP requests. */
const TRACES_PATH = '/v1/traces';

const expectation = 'expected host:port, grpc://host:port, or an http or https URL without ? and #';

/**
 * The place of a collector: `http://` and `https://` are OTLP over HTTP, `grpc://` and no scheme OTLP over gRPC. One
 * that holds credentials is refused, and not quoted. Source: contract/operations.md 8.5, but that a path of an URL is
 * kept, as the specification of OTLP has it.
 */
export const otlpEndpoint: Kind<OtlpEndpoint> = scalar('`host:port` or URL', (given) => {
  if (given.includes('@')) {
    throw new InvalidValueError('must hold no credentials: headers go into tracing.otlp.headers', true);
  }
  const [, scheme = 'grpc', rest = ''] = /^(?:([a-z]+):\/\/)?(.*)$/is.exec(given) ?? [];
  const protocol = scheme.toLowerCase();
  if (!['http', 'https', 'grpc'].includes(protocol) || /[\s?#]/.test(rest))
    throw new InvalidValueError(expectation);
  const url = `${protocol === 'https' ? 'https' : 'http'}://${rest}`;
  if (rest.startsWith('/') || !URL.canParse(url)) throw new InvalidValueError(expectation);
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, '');
  if (protocol !== 'grpc') {
    return Object.freeze({
      protocol: 'http',
      url: origin + (path.endsWith(TRACES_PATH) ? path : path + TRACES_PATH),
    });
  }
  if (path !== '') throw new InvalidValueError('expected no path behind the address of a gRPC collector');
  return Object.freeze({ protocol: 'grpc', url: origin });
});
