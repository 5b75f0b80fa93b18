import { createServer, request as open } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A proxy before a server. */
export interface PrefixProxy {
  /** Where the server's `/` is found, with a slash behind it. */
  readonly url: string;
  close(): Promise<void>;
}

/** Shows a server below a prefix, which is stripped from every path, as reverse proxies do. Any other path is 404. */
export async function startPrefixProxy(serverUrl: string, prefix: string): Promise<PrefixProxy> {
  const server = createServer((request, response) => {
    const { url = '/', method, headers } = request;
    if (!url.startsWith(`${prefix}/`)) {
      response.writeHead(404).end();
      return;
    }
    const target = `${serverUrl}${url.slice(prefix.length)}`;
    const passedOn = open(target, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passedOn.once('error', () => response.destroy());
    request.pipe(passedOn);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}${prefix}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
