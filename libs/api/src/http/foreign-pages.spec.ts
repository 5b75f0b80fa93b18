import { type IncomingMessage } from 'node:http';
import { loadConfig } from '@pennon/config';
import { type DescMethod } from '@bufbuild/protobuf';
import { AuthenticationMethodTokenService, EvaluationService, Flipt, OFREPService } from '@pennon/proto';
import { ForeignPages } from './foreign-pages';

const host = 'flags.example';
const evil = { origin: 'https://evil.test', host };
const createFlag: DescMethod = Flipt.method.createFlag;

interface Asked {
  readonly method?: DescMethod;
  readonly verb?: string;
  readonly env?: NodeJS.ProcessEnv;
}

function ask(
  headers: Readonly<Record<string, string>>,
  { method = createFlag, verb = 'POST', env = {} }: Asked = {},
): void {
  const { config } = loadConfig({ env: { HOME: '/nonexistent', ...env }, root: '/nonexistent' });
  new ForeignPages(config).assertMay({ method: verb, headers } as unknown as IncomingMessage, method);
}

describe('a request that would change something', () => {
  it.each([
    ['by a page of another site', { ...evil, 'sec-fetch-site': 'cross-site' }],
    ['by such a page, as told to a host without TLS', evil],
    ['by a page without an origin', { host, origin: 'null' }],
    ['by a page of another port', { host, origin: `http://${host}:8080` }],
    ['to a host that a page has made up, from elsewhere', { ...evil, host: 'attacker.test' }],
  ])('is refused: %s', (_, headers) => {
    for (const method of [createFlag, AuthenticationMethodTokenService.method.createToken])
      expect(() => {
        ask(headers, { method });
      }).toThrow('cross-origin request refused');
  });

  it.each([
    ['by no browser', { host }],
    ['with a credential in a header', { ...evil, 'sec-fetch-site': 'cross-site', authorization: 'Bearer a' }],
    ['by a page of ours', { host, origin: `https://${host}`, 'sec-fetch-site': 'same-origin' }],
    ['by a page of a neighbour', { host, origin: 'https://docs.example', 'sec-fetch-site': 'same-site' }],
    ['by a page of ours, as told to a host without TLS', { host, origin: `http://${host}` }],
    [
      'by a page of ours, behind a proxy that calls us by another name',
      { host: 'writer:8080', 'x-forwarded-host': host, origin: `http://${host}` },
    ],
  ])('passes: %s', (_, headers) => {
    expect(() => {
      ask(headers);
    }).not.toThrow();
  });

  it('passes by pages whose origins the settings name, and no others', () => {
    const cors = { PENNON_CORS_ENABLED: 'true', PENNON_CORS_ALLOWED_ORIGINS: 'https://*.app.example' };
    const trusted = { PENNON_AUTHENTICATION_SESSION_CSRF_TRUSTED_ORIGINS: 'https://Admin.example' };
    const from = (origin: string): Record<string, string> => ({
      origin,
      host,
      'sec-fetch-site': 'cross-site',
    });
    expect(() => {
      ask(from('https://a.app.example'), { env: cors });
      ask(from('https://admin.example'), { env: trusted });
    }).not.toThrow();
    expect(() => {
      ask(from('https://evil.test'), { env: { ...cors, ...trusted } });
    }).toThrow('cors.allowed_origins');
    // What CORS would allow were it on.
    expect(() => {
      ask(from('https://a.app.example'), { env: { ...cors, PENNON_CORS_ENABLED: 'false' } });
    }).toThrow();
  });
});

const legacy = Flipt.methods.find(({ name }) => name === 'BatchEvaluate') ?? createFlag;

it.each([
  ['an evaluation', EvaluationService.method.boolean, 'POST'],
  ['an evaluation of before', legacy, 'POST'],
  ['one of OFREP', OFREPService.method.evaluateBulk, 'POST'],
  ['what only reads', Flipt.method.getFlag, 'GET'],
])('%s passes from anywhere', (_, method, verb) => {
  expect(() => {
    ask({ ...evil, 'sec-fetch-site': 'cross-site' }, { method, verb });
  }).not.toThrow();
});
