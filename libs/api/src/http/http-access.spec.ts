import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { AccessLines } from '@pennon/platform';
import { pino } from 'pino';
import { eventually } from '../../../../test/support/eventually';
import { Flipt } from '@pennon/proto';
import { HttpAccess } from './http-access';
import { HttpCall } from './http-call';
import { TrustedProxies } from '../connections/trusted-proxies';

const { getFlag } = Flipt.method;

let server: Server | undefined;
let written: unknown[];

beforeEach(() => {
  written = [];
});

afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** The base URL of a server that answers 204: calls below `/api`, everything else is none. */
async function serve(level: string): Promise<string> {
  const log = { write: (line: string) => written.push(JSON.parse(line)) };
  const lines = new AccessLines(pino({ level }, log), { evaluationRatio: 0, slow: 60_000 });
  const proxies = new TrustedProxies(['127.0.0.1']);
  const access = new HttpAccess(lines, proxies);
  server = createServer((request, response) => {
    request.id = 'request-1';
    if (request.url?.startsWith('/api') === true) {
      const call = new HttpCall(request, response, '/api/v1/flags/{key}', proxies, '');
      call.identity = {
        id: '',
        method: 'jwt',
        subject: 'https://issuer.example ci',
        isProgram: true,
        metadata: {},
      };
      access.end(request, getFlag, call, { status: 204, code: 0, durationMs: 1.5 });
    } else access.watch(request, response);
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the access line of a request over HTTP', () => {
  const headers = {
    Authorization: 'Bearer hush',
    Cookie: 'service_client_token=hush',
    'X-Forwarded-For': '192.0.2.7',
  };

  it('says of what is no call what was asked and answered, and from which address', async () => {
    await fetch(`${await serve('info')}/app.js?token=hush`, { headers });
    await eventually(async () => {
      expect(written).toEqual([
        expect.objectContaining({
          msg: 'request answered',
          req: { id: 'request-1', verb: 'GET', path: '/app.js' },
          client: { address: '192.0.2.7' },
          res: { status: 204 },
          durationMs: expect.any(Number),
        }),
      ]);
      return Promise.resolve();
    });
    expect(JSON.stringify(written)).not.toContain('hush');
  });

  it('is one for a call, which names the authentication too', async () => {
    const url = await serve('info');
    await fetch(`${url}/api/v1/flags/a?token=hush`, { headers });
    await fetch(`${url}/last`);
    await eventually(async () => {
      expect(written).toHaveLength(2);
      return Promise.resolve();
    });
    expect(written[0]).toMatchObject({
      req: { id: 'request-1', verb: 'GET', path: '/api/v1/flags/a' },
      client: { address: '192.0.2.7', authentication: 'https://issuer.example ci' },
      res: { status: 204 },
      durationMs: 1.5,
    });
    expect(JSON.stringify(written)).not.toContain('hush');
  });

  it.each(['/health', '/health/live', '/health/ready?x', '/metrics'])('is none for %s', async (path) => {
    const url = await serve('info');
    await fetch(url + path);
    await fetch(`${url}/last`);
    await eventually(async () => {
      expect(written).toEqual([expect.objectContaining({ req: expect.objectContaining({ path: '/last' }) })]);
      return Promise.resolve();
    });
  });

  it('is none at a higher level', async () => {
    const url = await serve('warn');
    await fetch(`${url}/app.js`);
    await fetch(`${url}/api/v1/flags/a`);
    expect(written).toEqual([]);
  });
});
