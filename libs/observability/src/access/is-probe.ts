import { type IncomingMessage } from 'node:http';

/** Paths that are asked for all day long by machines. */
const paths: ReadonlySet<string | undefined> = new Set([
  ...['/health', '/health/live', '/health/ready'],
  '/metrics',
]);

/** Whether the request is one of those that nobody wants to read of, in a log or a trace. */
export function isProbe({ url }: Pick<IncomingMessage, 'url'>): boolean {
  return paths.has(url?.split('?', 1)[0]);
}
