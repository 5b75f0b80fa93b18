import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RawSocket } from '../../support/raw-socket';
import { runServer, type Remains } from '../../support/run-server';

jest.setTimeout(60_000);

const HOST = '127.0.0.1';

let directory: string;
let other: Server;
let taken: number;
let free: number;

/** Listens on a port that nobody else has. */
async function listen(): Promise<Server> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-ports-'));
  other = await listen();
  taken = portOf(other);
  const soonFree = await listen();
  free = portOf(soonFree);
  soonFree.close();
  await once(soonFree, 'close');
});

afterEach(() => {
  other.close();
  rmSync(directory, { recursive: true });
});

async function run(httpPort: number, grpcPort: number): Promise<Remains> {
  return runServer({
    directory,
    env: {
      PENNON_DB_URL: `file:${join(directory, 'pennon.db')}`,
      PENNON_SERVER_HOST: HOST,
      PENNON_SERVER_HTTP_PORT: `${httpPort}`,
      PENNON_SERVER_GRPC_PORT: `${grpcPort}`,
    },
  });
}

test.each([
  ['HTTP', async () => run(taken, free)],
  ['gRPC', async () => run(free, taken)],
])(
  'when the port of %s is taken, that is said in one line, and the other port is closed',
  async (_, start) => {
    expect(await start()).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^pennon: [^\\n]*${HOST}:${taken}\\b[^\\n]*\\n$`)),
    });
    await expect(RawSocket.open(`http://${HOST}:${free}`)).rejects.toThrow('ECONNREFUSED');
  },
);

test('one port for both is refused in one line', async () => {
  expect(await run(free, free)).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^pennon: [^]*${free}`)),
  });
});
