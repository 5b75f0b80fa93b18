import { origin } from '../kinds/address';
import { type Kind, scalar, unexpected } from '../kinds/kind';
import { type Section, setting } from '../kinds/setting';
import { boolean, listOf } from '../kinds/words';

/** The name of a header, whatever its letter case; `*` for all. Source: RFC 9110, 5.6.2. */
const headerName: Kind<string> = scalar('name of a header', (given) => {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(given)) throw unexpected('expected the name of a header', given);
  return given;
});

const anyOrigin = '*';

/**
 * An origin that pages may come from, in which one `*` stands for any text; `*` alone for every origin. In lower case,
 * since it is compared with what browsers send.
 */
const originPattern: Kind<string> = scalar('origin, or a pattern of it', (given) => {
  const pattern = given.toLowerCase();
  if (pattern === anyOrigin || /^https?:\/\/[^*]*$/.test(pattern))
    return pattern === anyOrigin ? pattern : origin.parse(given);
  const isPattern = /^(\*|[a-z][a-z\d+.-]*):\/\/[^/?#@\s\\]+$/.test(pattern);
  if (!isPattern) throw unexpected('expected *, or scheme://host[:port]', given);
  if (pattern.split('*').length > 2) throw unexpected('may have one * at most', given);
  return pattern;
});

/** Spaces or commas: neither is part of an origin or of the name of a header. */
const separator = /[\s,]+/;

/** The reference's nine, and what clients of today send besides. */
const usualHeaders = [
  ...['Accept', 'Authorization', 'Content-Type', 'X-CSRF-Token', 'X-Fern-Language', 'X-Fern-SDK-Name'],
  ...['X-Fern-SDK-Version', 'X-Flipt-Namespace', 'X-Flipt-Accept-Server-Version'],
  // What tracing in browsers adds to every request. Sources: W3C Trace Context, W3C Baggage.
  ...['traceparent', 'tracestate', 'baggage'],
  ...['X-Service-Namespace', 'X-Flipt-Environment', 'If-None-Match', 'X-Pennon-Min-Revision'],
];

/** Which pages of other origins may call over HTTP, from the browser of whoever looks at them. */
export const corsSettings = {
  enabled: setting(boolean, {
    default: 'false',
    description: 'Tell browsers that pages of other origins may call over HTTP and read the answers.',
  }),
  allowedOrigins: setting(listOf(originPattern, { type: 'list of origins', separator }), {
    default: '*',
    description:
      'Origins of those pages, such as `https://app.example.com`; one `*` in an origin stands for any text. With `*` ' +
      'alone every page may, but none with the cookie of a session.',
  }),
  allowedHeaders: setting(listOf(headerName, { type: 'list of names', separator }), {
    default: usualHeaders.join(' '),
    description:
      'Headers that those pages may send; with `*` all of them. A list takes the place of the default, so name what ' +
      'clients send, and what tracing adds: `traceparent tracestate baggage`, `b3`, or the headers of the vendor ' +
      '([tracing in browsers](tracing.md#tracing-in-browsers)).',
  }),
} as const satisfies Section;
