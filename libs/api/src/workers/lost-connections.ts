import { type Worker } from 'node:cluster';

/** A connection on its way to a worker, as node:cluster sends it. */
interface HandedOver {
  readonly message: { readonly cmd?: string; readonly act?: string; readonly key?: string };
  readonly handle: { close(): void } | undefined;
}

/**
 * Closes the connections that were on their way to a worker when it ended.
 *
 * node:cluster waits for the worker to say that it took a connection, and forgets about it when the worker is killed
 * before that: the client would hold an open connection that nobody answers. Per port one is on its way at a time; to
 * close one that arrived does nothing.
 */
export function closeLostConnections({ process: child }: Worker): void {
  const underWay = new Map<string | undefined, HandedOver['handle']>();
  const send = child.send.bind(child) as (...values: unknown[]) => boolean;
  child.send = (...values: unknown[]) => {
    const [message, handle] = values as [HandedOver['message'], HandedOver['handle']];
    if (message.cmd === 'NODE_CLUSTER' && message.act === 'newconn') underWay.set(message.key, handle);
    return send(...values);
  };
  child.once('exit', () => {
    for (const handle of underWay.values()) handle?.close();
  });
}
