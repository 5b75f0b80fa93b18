import { EmptyMachine, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

function server(text: string): () => unknown {
  return () => machine.loadText(`server: { ${text} }`).config.server;
}

test.each([
  ['http_port: 9000', 'http_port', 9000],
  ['grpc_port: 8080', 'http_port', 8080],
  ['http_port: 7000, grpc_port: 7000', 'http_port', 7000],
])('the port of gRPC is not that of HTTP: %s', (text, name, port) => {
  expect(problemsOf(server(text))).toEqual([
    `server.grpc_port: must be another port than server.${name}, which is ${port}`,
  ]);
});

test('https has a port of its own', () => {
  const ofPorts = (text: string): readonly string[] =>
    problemsOf(server(`protocol: https, ${text}`)).filter((problem) =>
      problem.startsWith('server.grpc_port'),
    );
  expect(ofPorts('https_port: 9000')).toEqual([
    'server.grpc_port: must be another port than server.https_port, which is 9000',
  ]);
  expect(ofPorts('http_port: 9000')).toEqual([]);
});

test('each may take any free port', () => {
  expect(server('http_port: 0, grpc_port: 0')).not.toThrow();
});
