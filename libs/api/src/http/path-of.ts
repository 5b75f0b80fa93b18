import { type IncomingMessage } from 'node:http';

/** The path of a request, without its query, also of one that names the whole URL (RFC 9112, 3.2.2). */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (!url.startsWith('/')) return URL.canParse(url) ? new URL(url).pathname : url;
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
