import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { StatementLog } from './statement-log';

/** A wire to a PostgreSQL, or to anything else, that notes what clients send over it and can be made long. */
export class CountingProxy {
  /** How long every answer is on its way, in milliseconds. */
  roundTripMs = 0;
  /** The statements that were sent since {@link clear}, in the order of their sending. */
  readonly statements: string[] = [];
  /** How many bytes were sent since {@link clear}. */
  bytes = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => {
    this.join(client);
  });

  private constructor(
    private readonly target: { readonly host: string; readonly port: number },
    private readonly speaksPostgres: boolean,
  ) {}

  /** Opens a wire to the server of that URL. */
  static async to(url: string): Promise<CountingProxy> {
    const { hostname, port, protocol } = new URL(url);
    const isPostgres = protocol.startsWith('postgres');
    const target = { host: hostname, port: Number(port || (isPostgres ? 5432 : 6379)) };
    const proxy = new CountingProxy(target, isPostgres);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** The same URL, by way of this wire. */
  through(url: string): string {
    const result = new URL(url);
    result.hostname = '127.0.0.1';
    result.port = `${(this.server.address() as AddressInfo).port}`;
    return result.href;
  }

  /** Forgets what was sent so far. */
  clear(): void {
    this.statements.length = 0;
    this.bytes = 0;
  }

  async close(): Promise<void> {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.server, 'close');
  }

  private join(client: Socket): void {
    const service = connect(this.target);
    const log = new StatementLog((sql) => this.statements.push(sql));
    client.on('data', (bytes: Buffer) => {
      this.bytes += bytes.length;
      if (this.speaksPostgres) log.take(bytes);
      service.write(bytes);
    });
    service.on('data', (bytes: Buffer) => {
      // Timers of one length end in the order of their beginning.
      if (this.roundTripMs === 0) client.write(bytes);
      else setTimeout(() => client.write(bytes), this.roundTripMs);
    });
    this.endTogether(client, service);
    this.endTogether(service, client);
  }

  private endTogether(socket: Socket, other: Socket): void {
    this.sockets.add(socket);
    socket.setNoDelay(true);
    // Whatever ended one end, the other one is told by the closing of its connection.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.sockets.delete(socket);
      other.destroy();
    });
  }
}
