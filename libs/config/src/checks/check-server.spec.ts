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

test('https is served with a certificate and its key', () => {
  // Any two files will do: what they hold is looked at when they are used.
  const files = `cert_file: ${__filename}, cert_key: ${__filename}`;
  expect(server(`protocol: https, https_port: 8443, ${files}`)()).toMatchObject({
    protocol: 'https',
    httpsPort: 8443,
    certFile: __filename,
    certKey: __filename,
    certReloadInterval: 10_000,
  });
});

test('https without files is refused, for each that is missing', () => {
  expect(problemsOf(server('protocol: https'))).toEqual([
    expect.stringMatching(/^server\.cert_file: /),
    expect.stringMatching(/^server\.cert_key: /),
  ]);
  expect(problemsOf(server(`protocol: https, cert_file: /no/such/file, cert_key: ${__filename}`))).toEqual([
    'server.cert_file: names no file',
  ]);
});

test('files are not looked for where they are not used', () => {
  expect(server('cert_file: /no/such/file')()).toMatchObject({ protocol: 'http' });
});

test('another protocol is refused', () => {
  expect(problemsOf(server('protocol: h2c'))).toEqual(['server.protocol: expected one of http, https']);
});
