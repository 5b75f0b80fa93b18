import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { apiAt } from '../support/http';

/** A proxy that stays where it is while the server behind it comes and goes, and that may lose answers. */
export class AnswerLoser {
  /** Base URL of the server; undefined while there is none, and whoever asks is cut off. */
  target: string | undefined;
  /** How many of the next answers are lost: the server gave them, and the caller gets none. */
  toLose = 0;
  /** How many were. */
  lost = 0;
  private readonly server: Server = createServer((request, response) => {
    this.pass(request, response).catch(() => request.destroy());
  });

  static async open(): Promise<AnswerLoser> {
    const proxy = new AnswerLoser();
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** Base URL of the proxy. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.target === undefined) throw new Error('nobody is there');
    const { method = 'GET', url = '/', headers } = request;
    const { authorization = '', 'content-type': type = '' } = headers;
    const answer = await apiAt(this.target).send({
      ...{ verb: method, path: url, body: Buffer.concat(chunks) },
      headers: { Authorization: authorization, 'Content-Type': type },
    });
    if (this.toLose > 0) {
      this.toLose--;
      this.lost++;
      request.destroy();
      return;
    }
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
  }
}
