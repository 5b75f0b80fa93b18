import { createServer, type AddressInfo, type Server } from 'node:net';
import { type ServerAddress, type TlsConfig } from '@pennon/config';
import { isTlsRefused } from '../database/driver-errors';
import { connectPostgres } from './postgres-client';

/** The codes that the first message of a connection bears. Source: PostgreSQL, frontend/backend protocol. */
const SSL_REQUEST = 80_877_103;
const START_UP = 196_608;

/** An answer to a client that has started up: it is let in, and may ask. */
const WELCOME = Buffer.from([...[0x52, 0, 0, 0, 8, 0, 0, 0, 0], ...[0x5a, 0, 0, 0, 5, 0x49]]);

let server: Server;
/** What each connection began with. */
let begun: number[];

/** A server that has no TLS. */
beforeEach(async () => {
  begun = [];
  server = createServer((socket) => {
    socket.once('data', (message) => {
      const code = message.readInt32BE(4);
      begun.push(code);
      socket.write(code === SSL_REQUEST ? 'N' : WELCOME);
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.close();
});

function address(mode: TlsConfig['mode']): ServerAddress {
  const { port } = server.address() as AddressInfo;
  const tls = { mode, rootCert: undefined, cert: undefined, key: undefined };
  return {
    dialect: 'postgres',
    others: [],
    location: 'there',
    host: '127.0.0.1',
    port,
    database: 'flags',
    user: 'somebody',
    password: undefined,
    options: undefined,
    tls,
  };
}

async function connect(mode: TlsConfig['mode']): Promise<void> {
  const client = await connectPostgres(address(mode), { applicationName: 'test', connectTimeout: 5000 });
  await client.end();
}

describe('a connection to a server without TLS', () => {
  it('is made without where TLS is preferred, once it was refused', async () => {
    await connect('prefer');
    expect(begun).toEqual([SSL_REQUEST, START_UP]);
  });

  it('is made without at once where TLS is disabled', async () => {
    await connect('disable');
    expect(begun).toEqual([START_UP]);
  });

  it.each(['require', 'verify-ca', 'verify-full'] as const)('is not made in mode %s', async (mode) => {
    const failure: unknown = await connect(mode).catch((error: unknown) => error);
    expect(isTlsRefused(failure)).toBe(true);
    expect(begun).toEqual([SSL_REQUEST]);
  });
});
