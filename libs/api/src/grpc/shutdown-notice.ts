import { type Socket } from 'node:net';

/** A GOAWAY without an error, which names the highest stream there can be (RFC 9113, 6.8). */
const frame = Buffer.from([0, 0, 8, 7, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

/**
 * Asks whoever holds a connection of HTTP/2 to send the next calls elsewhere; what they send meanwhile is answered.
 *
 * Node can only say which call was the last, and from then on leaves every other one without an answer: one that is
 * just being sent would be lost. So the frame goes to the socket itself, between two writes of the session, each of
 * which is of whole frames. The session must have sent its settings, as it does when it takes the connection.
 */
export function sendShutdownNotice(socket: Socket): void {
  if (socket.writable) socket.write(frame);
}
