import type { LoadedConfig } from '../load-config';
import { EmptyMachine, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

function basePathOf(given: string): () => string {
  return () => machine.load({ PENNON_SERVER_BASE_PATH: given }).config.server.basePath;
}

test.each([
  ['/', ''],
  ['/flags', '/flags'],
  ['/flags/', '/flags'],
  ['/tools/flags-1.0/~me_', '/tools/flags-1.0/~me_'],
  ['/healthy', '/healthy'],
])('the base path %s is %p', (given, path) => {
  expect(basePathOf(given)()).toBe(path);
});

test.each([
  ['flags', 'expected a path that begins with a slash, such as /flags'],
  ['https://x/flags', 'expected a path that begins with a slash, such as /flags'],
  [`/${'x'.repeat(256)}`, 'must have at most 256 characters'],
  ['/health', 'must not begin with /health, which is answered below no path as well'],
  ['/health/live', 'must not begin with /health, which is answered below no path as well'],
])('the base path %j is refused', (given, reason) => {
  expect(problemsOf(basePathOf(given))).toEqual([`server.base_path: ${reason}`]);
});

test.each([
  ...['//', '//flags', '/a//b', '/a/../b', '/./a'],
  ...['/a b', '/a?b', '/a#b', '/%66', '/ä', '/a;Path=/', '/a\n'],
])('the base path %j is no plain path', (given) => {
  expect(problemsOf(basePathOf(given))).toEqual([
    'server.base_path: expected names of letters, digits, - . _ and ~ between single slashes, such as /flags',
  ]);
});

describe('addresses of logins', () => {
  const load = (address: string): LoadedConfig =>
    machine.loadText(`
        server: { base_path: /flags }
        authentication:
          session: { domain: x.example }
          methods:
            oidc:
              enabled: true
              providers:
                acme:
                  { issuer_url: 'https://i', client_id: a, client_secret: b, redirect_address: '${address}' }
            codehost: { enabled: true, client_id: a, client_secret: b, redirect_address: '${address}' }
    `);
  const reason = 'must end with /flags, which is server.base_path: the callback lies below it';

  test.each([
    'https://x.example',
    'https://flags',
    'https://x.example/myflags',
    'https://x.example/flags/more',
  ])('that lead past the base path are refused: %s', (address) => {
    expect(problemsOf(() => load(address))).toEqual([
      `authentication.methods.oidc.providers.acme.redirect_address: ${reason}`,
      `authentication.methods.codehost.redirect_address: ${reason}`,
    ]);
  });

  test.each(['https://x.example/flags', 'https://x.example/tools/flags/'])(
    'that end with it are taken: %s',
    (address) => {
      expect(load(address).config.server.basePath).toBe('/flags');
    },
  );
});
