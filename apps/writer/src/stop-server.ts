import { type Server } from 'node:http';

/** How often connections that have become idle are looked for, in milliseconds. */
const IDLE_CHECK_MS = 50;

/**
 * Closes the listener and waits for the requests under way.
 *
 * Kept-alive connections would hold the server open although they ask for nothing, so they are closed as soon as
 * they are idle, and all that is left after `timeoutMs` is cut off.
 */
export async function stopServer(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  const idleCheck = setInterval(() => {
    server.closeIdleConnections();
  }, IDLE_CHECK_MS);
  const deadline = setTimeout(() => {
    server.closeAllConnections();
  }, timeoutMs);
  await closed;
  clearInterval(idleCheck);
  clearTimeout(deadline);
}
