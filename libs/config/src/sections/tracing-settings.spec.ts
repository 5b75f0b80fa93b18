import { inspect } from 'node:util';
import { EmptyMachine, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

function tracing(text: string): () => unknown {
  return () => machine.loadText(`tracing: { enabled: true, ${text} }`).config.tracing;
}

test('nothing is traced unless told so; then all of it, to a collector beside the server', () => {
  expect(machine.load().config.tracing).toMatchObject({
    enabled: false,
    samplingRatio: 1,
    includeEntityIds: false,
    otlp: { endpoint: { protocol: 'grpc', url: 'http://localhost:4317' }, headers: {} },
  });
});

test.each([
  ['collector:4317', 'grpc', 'http://collector:4317'],
  ['grpcs://collector:4317', 'grpc', 'https://collector:4317'],
  ['grpc://[::1]:4317/', 'grpc', 'http://[::1]:4317'],
  ['http://collector:4318', 'http', 'http://collector:4318/v1/traces'],
  ['https://collector/otlp/', 'http', 'https://collector/otlp/v1/traces'],
  ['https://collector/v1/traces', 'http', 'https://collector/v1/traces'],
])('the endpoint %s is one of %s', (endpoint, protocol, url) => {
  expect(tracing(`otlp: { endpoint: "${endpoint}" }`)()).toMatchObject({
    otlp: { endpoint: { protocol, url, usesTls: url.startsWith('https:') } },
  });
});

const endpoints =
  'expected host:port, grpc://host:port, grpcs://host:port, or an http or https URL without ? and #';

test.each([
  [
    'otlp: { endpoint: "http://me:hush@collector" }',
    'tracing.otlp.endpoint: must hold no credentials: headers go into tracing.otlp.headers',
  ],
  ['otlp: { endpoint: "unix:///run/x" }', `tracing.otlp.endpoint: ${endpoints}`],
  ['otlp: { endpoint: "http://collector?x" }', `tracing.otlp.endpoint: ${endpoints}`],
  ['otlp: { endpoint: "collector:port" }', `tracing.otlp.endpoint: ${endpoints}`],
  [
    'otlp: { endpoint: "collector:4317/v1" }',
    'tracing.otlp.endpoint: expected no path behind the address of a gRPC collector',
  ],
  [
    'otlp: { ca_cert_path: /etc/ca.crt }',
    'tracing.otlp.ca_cert_path: needs an endpoint of https:// or grpcs://',
  ],
  [
    'otlp: { endpoint: "grpcs://collector", ca_cert_path: /nowhere }',
    'tracing.otlp.ca_cert_path: names no file',
  ],
  ['otlp: { headers: { "a b": c } }', 'tracing.otlp.headers.a b: expected the name of a header'],
  ['otlp: { headers: { a: "ö" } }', 'tracing.otlp.headers.a: expected printable ASCII characters'],
  ['exporter: zipkin', 'tracing.exporter: is not supported by this version of Pennon; use otlp'],
  ['propagators: none', 'tracing.propagators: must have tracecontext, the only format that is read'],
  ['sampling_ratio: 1.1', 'tracing.sampling_ratio: must be at most 1'],
  ['sampling_ratio: half', 'tracing.sampling_ratio: expected a number such as 0.25'],
])('%s is refused', (text, problem) => {
  expect(problemsOf(tracing(text))).toEqual([problem]);
});

test('a file of the reference that has tracing off is taken', () => {
  const text = 'tracing: { enabled: false, exporter: jaeger, propagators: [b3], jaeger: { port: 6831 } }';
  expect(machine.loadText(text).ignored).toEqual(['tracing.propagators', 'tracing.jaeger.port']);
});

test('headers are secrets', () => {
  const { config } = machine.loadText('tracing: { otlp: { headers: { X-Api-Key: hunter2 } } }');
  expect(config.tracing.otlp.headers['x-api-key']?.reveal()).toBe('hunter2');
  expect(inspect(config, { depth: null }) + JSON.stringify(config)).not.toContain('hunter2');
});
