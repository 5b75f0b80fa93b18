import { fliptEvaluation, fliptOfrep } from '@pennon/proto';
import { withHeaders, type PublishedClient } from './published-client';

/** The version of the server that a client needs, as a recording may say too. */
const serverVersion = 'x-flipt-accept-server-version';

/**
 * The engine of the clients that evaluate on their own side, in Go, Python, Java, Rust and others.
 *
 * Source: https://github.com/flipt-io/flipt-client-sdks/tree/main/flipt-engine-ffi
 */
export const engine: PublishedClient = {
  name: 'engine of the clients',
  write: (asked, { method }) =>
    method.parent === fliptEvaluation.DataService
      ? withHeaders(asked, { [serverVersion]: '1.47.0', ...asked.headers, Accept: 'application/json' })
      : undefined,
};

/** What each provider of OFREP sends with the context. */
const providers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'OFREP provider in Go': {
    'Content-Type': 'application/json',
    'Accept-Encoding': 'gzip',
    'User-Agent': 'Go-http-client/1.1',
  },
  'OFREP provider in Python': {
    'Content-Type': 'application/json',
    Accept: '*/*',
    'Accept-Encoding': 'gzip, deflate, br, zstd',
    Connection: 'keep-alive',
    'User-Agent': 'python-requests/2.32.3',
  },
  // Without TLS, Java's client offers HTTP/2 with its first request.
  'OFREP provider in Java': {
    'Content-Type': 'application/json; charset=utf-8',
    Connection: 'Upgrade, HTTP2-Settings',
    Upgrade: 'h2c',
    'HTTP2-Settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
    'User-Agent': 'Java-http-client/17.0.15',
  },
  'OFREP provider in Rust': { 'Content-Type': 'application/json', Accept: '*/*' },
};

/**
 * OpenFeature's providers of OFREP, which ask for one flag at a time.
 *
 * Source: the contrib repositories of https://github.com/open-feature
 */
export const ofrepProviders: readonly PublishedClient[] = Object.entries(providers).map(
  ([name, headers]) => ({
    name,
    write: (asked, { method }) =>
      method === fliptOfrep.OFREPService.method.evaluateFlag ? withHeaders(asked, headers) : undefined,
  }),
);
