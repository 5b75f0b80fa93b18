import { type IncomingMessage } from 'node:http';
import { forwardedPeer, PEER_HEADER } from '../forwarding/forwarded-peer';

/**
 * The address of whoever holds the connection, here or at the worker that has handed the request on; undefined when the
 * connection was gone before anybody asked.
 */
export function peerOf({ headers, socket }: IncomingMessage): string | undefined {
  return forwardedPeer(headers[PEER_HEADER]?.toString()) ?? socket.remoteAddress;
}
