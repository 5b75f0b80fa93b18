import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificates, type Certificates } from '../../support/certificates';
import { GrpcCollector, HttpCollector, type Collector } from '../../support/collector/collector';
import { newCaller, tracingEnv, type Caller } from '../../support/collector/use-collector';
import { eventually } from '../../support/eventually';
import { apiAt, jsonRequest } from '../../support/http';
import { runServer } from '../../support/run-server';
import { startServer, type TestServer } from '../../support/server';

jest.setTimeout(60_000);

let directory: string;
let trusted: Certificates;
let strange: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-tracing-'));
  strange = join(directory, 'strange.crt');
  writeFileSync(strange, makeCertificates(directory).ca);
  trusted = makeCertificates(directory);
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** Creates a flag of that key as part of the caller's trace, and returns the status of the answer. */
async function write({ url }: TestServer, key: string, { traceparent }: Caller): Promise<number> {
  const request = jsonRequest('POST', '/api/v1/namespaces/default/flags', { key, name: key });
  const { status } = await apiAt(url).send({ ...request, headers: { ...request.headers, traceparent } });
  return status;
}

const overGrpc = async (): Promise<Collector> => GrpcCollector.start(trusted);
const overHttp = async (): Promise<Collector> => HttpCollector.start(trusted);

test.each([
  ['gRPC', 'PENNON_TRACING_OTLP_CA_CERT_PATH', overGrpc],
  ['gRPC', 'OTEL_EXPORTER_OTLP_CERTIFICATE', overGrpc],
  ['gRPC', 'NODE_EXTRA_CA_CERTS', overGrpc],
  ['HTTP', 'PENNON_TRACING_OTLP_CA_CERT_PATH', overHttp],
])('a collector gets spans over %s with TLS when %s names its authority', async (_, variable, start) => {
  const collector = await start();
  const server = await startServer({
    env: { ...tracingEnv(collector.endpoint), [variable]: trusted.caFile },
  });
  const caller = newCaller();
  expect(await write(server, 'lamp', caller)).toBe(200);
  expect(await collector.spansOf(caller.traceId, 2)).toHaveLength(2);
  expect(await server.stop()).toBe(0);
  await collector.stop();
});

test.each([
  ['gRPC', overGrpc],
  ['HTTP', overHttp],
])('over %s, one of an unknown authority gets none, and the log says why', async (_, start) => {
  const collector = await start();
  const server = await startServer({
    env: { ...tracingEnv(collector.endpoint), PENNON_TRACING_OTLP_CA_CERT_PATH: strange },
  });
  expect(await write(server, 'lamp', newCaller())).toBe(200);
  await eventually(async () => {
    expect(server.output()).toMatch(/"reason":"[^"]*certificate.*spans do not reach the collector/);
    return Promise.resolve();
  });
  expect(await write(server, 'lantern', newCaller())).toBe(200);
  expect(await server.stop()).toBe(0);
  expect(collector.spans).toEqual([]);
  await collector.stop();
});

test('an authority that is none ends the start, and the setting is named', async () => {
  const file = join(directory, 'nothing.crt');
  writeFileSync(file, 'nothing');
  const env = { ...tracingEnv('grpcs://127.0.0.1:1'), PENNON_TRACING_OTLP_CA_CERT_PATH: file };
  const { exitCode, stderr } = await runServer({ env });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('tracing.otlp.ca_cert_path')]);
});
