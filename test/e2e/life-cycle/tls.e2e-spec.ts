import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { credentials, status } from '@grpc/grpc-js';
import { fliptEvaluation } from '@pennon/proto';
import { makeCertificates, type Certificates } from '../../support/certificates';
import { eventually } from '../../support/eventually';
import { GrpcClient } from '../../support/grpc-client';
import { runServer } from '../../support/run-server';
import { startServer, type TestServer } from '../../support/server';

jest.setTimeout(60_000);

let directory: string;
let first: Certificates;
let second: Certificates;
const fileOf = (name: string): string => join(directory, name);

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-tls-'));
  first = makeCertificates(directory);
  second = makeCertificates(directory);
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** Puts a certificate where servers look for it. */
function install({ cert, key }: Pick<Certificates, 'cert' | 'key'>): void {
  writeFileSync(fileOf('tls.crt'), cert);
  writeFileSync(fileOf('tls.key'), key);
}

function tlsEnv(): Readonly<Record<string, string>> {
  return {
    PENNON_SERVER_PROTOCOL: 'https',
    PENNON_SERVER_HTTPS_PORT: '0',
    PENNON_SERVER_CERT_FILE: fileOf('tls.crt'),
    PENNON_SERVER_CERT_KEY: fileOf('tls.key'),
    PENNON_SERVER_CERT_RELOAD_INTERVAL: '100ms',
  };
}

/** The body of an answer over HTTPS, whose certificate must be by one of the authorities. */
async function ask(
  url: string,
  path: string,
  ca: readonly Buffer[],
  agent: Agent | false = false,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}${path}`, { ca: [...ca], agent, servername: 'localhost' }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.once('end', () => {
        resolve(`${response.statusCode} ${body}`);
      });
      response.once('error', reject);
    });
    asking.once('error', reject);
    asking.end();
  });
}

/** The certificate that a listener shows a new connection. */
async function shownAt(address: string): Promise<PeerCertificate> {
  const { hostname: host, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect(
      { host, port: Number(port), rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] },
      () => {
        resolve(socket.getPeerCertificate());
        socket.destroy();
      },
    );
    socket.once('error', reject);
  });
}

describe.each([
  ['one process', {}],
  ['two workers', { PENNON_SERVER_WORKERS: '2' }],
])('a server with a certificate, as %s', (_, env) => {
  let server: TestServer;

  beforeEach(async () => {
    install(first);
    server = await startServer({ env: { ...tlsEnv(), ...env } });
  });

  afterEach(async () => {
    expect(await server.stop()).toBe(0);
  });

  it('answers over HTTPS, to those alone who trust its authority', async () => {
    expect(server.url).toMatch(/^https:/);
    expect(await ask(server.url, '/health', [first.ca])).toMatch(/^200 .*SERVING/);
    // What a worker hands on to the leader.
    expect(await ask(server.url, '/api/v1/namespaces', [first.ca])).toMatch(/^200 .*default/);
    await expect(ask(server.url, '/health', [second.ca])).rejects.toThrow(/certificate/);
  });

  it('answers over gRPC with TLS', async () => {
    const client = new GrpcClient(server.grpcAddress, {}, credentials.createSsl(first.ca));
    const { evaluationSnapshotNamespace } = fliptEvaluation.DataService.method;
    const outcome = await client.call(evaluationSnapshotNamespace, { key: 'default' });
    expect(outcome).toMatchObject({ message: { namespace: { key: 'default' } } });
    client.close();
  });

  it('does not answer in plain', async () => {
    const plain = server.url.replace('https:', 'http:');
    await expect(fetch(`${plain}/health`)).rejects.toThrow();
    const client = new GrpcClient(server.grpcAddress);
    const { boolean } = fliptEvaluation.EvaluationService.method;
    const outcome = await client.call(boolean, {}, { options: { deadline: Date.now() + 2000 } });
    expect([status.UNAVAILABLE, status.DEADLINE_EXCEEDED]).toContain('code' in outcome && outcome.code);
    client.close();
  });

  it('takes a new certificate without a restart, and fails no request meanwhile', async () => {
    const authorities = [first.ca, second.ca];
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const answers: Promise<string>[] = [];
    const load = setInterval(() => {
      answers.push(ask(server.url, '/health', authorities, agent), ask(server.url, '/health', authorities));
    }, 10);
    const before = await shownAt(server.url);
    install(second);
    await eventually(async () => {
      const shown = [await shownAt(server.url), await shownAt(`https://${server.grpcAddress}`)];
      for (const { fingerprint256 } of shown) expect(fingerprint256).not.toBe(before.fingerprint256);
    });
    clearInterval(load);
    const failed = (await Promise.all(answers)).filter((answer) => !answer.startsWith('200 '));
    expect([failed, answers.length > 0]).toEqual([[], true]);
    agent.destroy();
  });

  it('keeps its certificate while the new files do not belong together, and says so', async () => {
    const before = await shownAt(server.url);
    install({ cert: second.cert, key: first.key });
    await eventually(async () => {
      expect(await shownAt(server.url)).toHaveProperty('fingerprint256', before.fingerprint256);
      expect(server.output()).toContain('the new certificate cannot be used');
    });
    expect(await ask(server.url, '/health', [first.ca])).toMatch(/^200 /);
    expect((await shownAt(server.url)).fingerprint256).toBe(before.fingerprint256);
  });
});

test('a certificate that is none ends the start, and the settings are named', async () => {
  install({ cert: Buffer.from('nothing'), key: Buffer.from('nothing') });
  const { exitCode, stderr } = await runServer({ env: tlsEnv() });
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^server\.cert_file = .*no start line/m)]);
});

test('a stop does not wait for those who never come to the end of the handshake', async () => {
  install(first);
  const server = await startServer({ env: { ...tlsEnv(), PENNON_SERVER_READ_TIMEOUT: '1m' } });
  const { hostname, port } = new URL(server.url);
  const silent = connectPlain(Number(port), hostname);
  await new Promise((resolve) => silent.once('connect', resolve));
  expect(await server.stop()).toBe(0);
  silent.destroy();
});
