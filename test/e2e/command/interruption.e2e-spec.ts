import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually';
import { startPennon } from '../../support/run-pennon';

jest.setTimeout(120_000);

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-interrupt-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** A server that lists its namespaces and then says nothing more. */
async function startSilentServer(onSilence: () => void): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/api/v1/namespaces?') || url === '/api/v1/namespaces') {
      response.setHeader('Content-Type', 'application/json');
      response.end('{"namespaces":[{"key":"default","name":"Default"}],"nextPageToken":"","totalCount":1}');
    } else onSilence();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGQUIT', 131],
] as const)(
  'an export that is ended by %s leaves the file as it was, and nothing beside it',
  async (signal, code) => {
    const news = new EventEmitter();
    const silent = once(news, 'silent');
    const server = await startSilentServer(() => {
      news.emit('silent');
    });
    writeFileSync(join(directory, 'flags.yaml'), 'as it was');
    const { port } = server.address() as AddressInfo;
    const child = startPennon(['export', '-o', 'flags.yaml', '--address', `http://127.0.0.1:${port}`], {
      directory,
    });
    await silent;
    expect(readdirSync(directory)).toHaveLength(2);
    // Says that the terminal is gone, and interrupts nothing.
    child.kill('SIGHUP');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(readdirSync(directory)).toEqual(['flags.yaml']);
    expect(readFileSync(join(directory, 'flags.yaml'), 'utf8')).toBe('as it was');
    server.closeAllConnections();
    server.close();
  },
);

test('an import that is interrupted while it reads leaves nothing of what it has read', async () => {
  const child = startPennon(['import', '-'], { directory });
  child.stdin?.write('flags:\n');
  await eventually(async () => {
    expect(readdirSync(directory)).toHaveLength(1);
    return Promise.resolve();
  });
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([130, null]);
  expect(readdirSync(directory)).toEqual([]);
});
