import { PermissionDeniedError } from '@pennon/domain';
import { aCall } from '../../../../test/support/fake-call';
import { FakeExchange } from '../../../../test/support/fake-exchange';
import { assertSameSite } from './session-cookies';

const trusted = ['https://admin.example.com'];

/** Passes, or throws, as such a request does. */
function request(headers: Readonly<Record<string, string>>, verb = 'POST'): void {
  const call = aCall({ http: new FakeExchange(verb), header: (name) => headers[name] });
  assertSameSite(call, trusted);
}

const host = 'flags.example.com';

describe('a request by cookie that would change something passes', () => {
  it.each([
    ['same-origin', { 'sec-fetch-site': 'same-origin' }],
    ['that the user made by hand', { 'sec-fetch-site': 'none' }],
    ['of no browser', {}],
    ['of an old browser from this host', { origin: `https://${host}`, host }],
    ['of an old browser from this host and port', { origin: `http://${host}:8080`, host: `${host}:8080` }],
    ['of a trusted origin', { origin: 'https://admin.example.com', 'sec-fetch-site': 'cross-site', host }],
    ['of a trusted origin in an old browser', { origin: 'https://admin.example.com', host }],
  ])('%s', (_, headers) => {
    expect(() => {
      request(headers);
    }).not.toThrow();
  });
});

describe('a request by cookie that would change something is refused', () => {
  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['that says nonsense', { 'sec-fetch-site': 'SAME-ORIGIN' }],
    ['that says nothing', { 'sec-fetch-site': '' }],
    [
      'of another site, that has our origin in a header',
      { 'sec-fetch-site': 'cross-site', origin: `https://${host}`, host },
    ],
    ['of an old browser from elsewhere', { origin: 'https://evil.example', host }],
    ['of an old browser from a longer name', { origin: `https://${host}.evil.example`, host }],
    ['of an old browser from another port', { origin: `https://${host}:8443`, host }],
    ['of a page without an origin', { origin: 'null', host }],
    ['of an origin that is none', { origin: host, host }],
    ['of almost a trusted origin', { origin: 'http://admin.example.com', host }],
    ['of a trusted origin with a path', { origin: 'https://admin.example.com/', host }],
    ['to no host', { origin: `https://${host}` }],
  ])('%s', (_, headers) => {
    for (const verb of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect(() => {
        request(headers, verb);
      }).toThrow(PermissionDeniedError);
  });
});

it.each(['GET', 'HEAD', 'OPTIONS'])('%s changes nothing, and may come from anywhere', (verb) => {
  expect(() => {
    request({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, verb);
  }).not.toThrow();
});

it('a gRPC call comes from no page', () => {
  expect(() => {
    assertSameSite(aCall({ header: () => 'cross-site' }), []);
  }).not.toThrow();
});
