import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Header, and metadata, in which a worker says whose connection it is that it hands a request on from. */
export const PEER_HEADER = 'x-pennon-peer';

/** What a worker must show to be believed; undefined where there are none to believe. */
let believed: string | undefined;

/** From now on, whoever shows that secret is believed. */
export function believePeers(secret: string): void {
  believed = secret;
}

/** The text of the header. @param address Of whoever holds the connection; undefined when it is gone already. */
export function peerText(secret: string, address: string | undefined): string {
  return `${secret} ${address ?? ''}`;
}

/**
 * The address of whoever holds the connection that the request came by, when a worker has handed it on; undefined for
 * one that was not, whatever it claims.
 */
export function forwardedPeer(text: string | undefined): string | undefined {
  if (text === undefined || believed === undefined) return undefined;
  const [secret = '', address = ''] = text.split(' ', 2);
  const given = Buffer.from(secret);
  const wanted = Buffer.from(believed);
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? address : undefined;
}

/**
 * The address of whoever holds the connection, here or at the worker that has handed the request on; undefined when the
 * connection was gone before anybody asked.
 */
export function peerOf({ headers, socket }: IncomingMessage): string | undefined {
  return forwardedPeer(headers[PEER_HEADER]?.toString()) ?? socket.remoteAddress;
}
