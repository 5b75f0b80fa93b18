import { join } from 'node:path';
import { makeCertificates } from '../../../../test/support/certificates';
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
  makeCertificates(machine.root);
  const [certFile, certKey] = [join(machine.root, 'server.crt'), join(machine.root, 'server.key')];
  const files = `cert_file: ${certFile}, cert_key: ${certKey}`;
  expect(server(`protocol: https, https_port: 8443, ${files}`)()).toMatchObject({
    protocol: 'https',
    httpsPort: 8443,
    certFile,
    certKey,
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

test('files that are not a certificate and its key are refused', () => {
  expect(problemsOf(server(`protocol: https, cert_file: ${__filename}, cert_key: ${__filename}`))).toEqual([
    expect.stringMatching(/^server\.cert_file: can't be used: /),
  ]);
});

test('files are not looked for where they are not used', () => {
  expect(server('cert_file: /no/such/file')()).toMatchObject({ protocol: 'http' });
});

test('another protocol is refused', () => {
  expect(problemsOf(server('protocol: h2c'))).toEqual(['server.protocol: expected one of http, https']);
});
