import { EmptyMachine, failureOf } from './testing/empty-machine';
import { readProxyVariables, type ProxyVariables } from './environment-variables';

function read(env: NodeJS.ProcessEnv): ProxyVariables {
  return readProxyVariables(env, ({ key, reason }) => {
    throw new Error(`${key}: ${reason}`);
  });
}

test('no proxy is used unless one is named; an empty variable names none', () => {
  expect(read({ HTTPS_PROXY: '', http_proxy: ' ' })).toEqual({
    http: undefined,
    https: undefined,
    noProxy: '',
  });
});

test('names in lower case come before those in upper case', () => {
  const { http, https, noProxy } = read({
    HTTP_PROXY: 'http://upper:1',
    http_proxy: 'http://lower:1',
    HTTPS_PROXY: 'http://upper:2',
    https_proxy: '',
    NO_PROXY: 'a',
    no_proxy: 'b',
  });
  expect([http?.host, https?.host, noProxy]).toEqual(['lower:1', 'upper:2', 'b']);
});

test('a proxy without a scheme is reached by HTTP', () => {
  expect(read({ HTTPS_PROXY: 'me:secret@proxy:3128' }).https?.href).toBe('http://me:secret@proxy:3128/');
});

test.each(['socks5://proxy:1080', 'http://me:hunter2@proxy:99999', 'http://', 'a b'])(
  'a value that is no HTTP proxy stops the start, and is not repeated: %s',
  (value) => {
    const machine = new EmptyMachine();
    expect(failureOf(() => machine.load({ HTTPS_PROXY: value })).message).toBe(
      'HTTPS_PROXY: must be the URL of an HTTP proxy, such as http://proxy.example.com:3128 (from the environment)',
    );
    machine.remove();
  },
);
