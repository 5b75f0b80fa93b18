import { type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { apiAt } from '../../support/http';
import { LocalServer } from '../../support/local-server';

/** A proxy that stays where it is while the server behind it comes and goes, and that may lose answers. */
export class AnswerLoser {
  /** Base URL of the server; undefined while there is none, and whoever asks is cut off. */
  target: string | undefined;
  /** How many of the next answers are lost: the server gave them, and the caller gets none. */
  toLose = 0;
  /** How many were. */
  lost = 0;
  private readonly server = new LocalServer(async (request, response) => this.pass(request, response));

  static async open(): Promise<AnswerLoser> {
    const proxy = new AnswerLoser();
    await proxy.server.start();
    return proxy;
  }

  /** Base URL of the proxy. */
  get url(): string {
    return this.server.url;
  }

  async close(): Promise<void> {
    await this.server.stop();
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (this.target === undefined) throw new Error('nobody is there');
    const { method = 'GET', url = '/', headers } = request;
    const { authorization = '', 'content-type': type = '' } = headers;
    const answer = await apiAt(this.target).send({
      ...{ verb: method, path: url, body },
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
