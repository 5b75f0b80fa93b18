import { type RpcCall } from '@pennon/api';
import { type SessionConfig } from '@pennon/config';
import { aCall } from '../../../../../test/support/fake-call';
import { FakeExchange } from '../../../../../test/support/fake-exchange';
import { configFor } from '../../../../../test/support/temporary-database';
import { StateCookies } from './state-cookies';

const PATH = '/flags/auth/v1/method/oidc/acme/callback';

const session: SessionConfig = {
  ...configFor('file:x').authentication.session,
  domain: 'flags.example',
  secure: true,
  stateLifetime: 600_000,
};

const cookies = new StateCookies(session, true);

/** A call of a browser that holds these cookies. */
function callWith(held: Readonly<Record<string, string>>): RpcCall {
  return aCall({ http: new FakeExchange('GET'), cookie: (name) => held[name] });
}

/** The cookies that a browser holds after it was given a state. */
function heldAfter(state: string, by = cookies): Readonly<Record<string, string>> {
  const http = new FakeExchange('GET');
  by.set(http, PATH, state);
  return Object.fromEntries(http.cookies.map(([name, value]) => [name, value]));
}

describe('the cookies of a state', () => {
  it('are for the callback alone, Lax, and end with the login', () => {
    jest.useFakeTimers({ now: 1_700_000_000_000 });
    const http = new FakeExchange('GET');
    cookies.set(http, PATH, 'mine');
    jest.useRealTimers();
    expect(http.cookies.map(([name]) => name)).toEqual([
      'service_client_state',
      'flipt_client_state',
      expect.stringMatching(/^service_client_state_[\w-]{16}$/),
    ]);
    for (const [, value, attributes] of http.cookies) {
      expect(value).toBe('mine');
      expect(attributes).toEqual({
        path: PATH,
        domain: 'flags.example',
        secure: true,
        sameSite: 'lax',
        expires: new Date(1_700_000_600_000),
      });
    }
  });

  it.each(['localhost', undefined])('are for the host alone when the domain is %s', (domain) => {
    const http = new FakeExchange('GET');
    new StateCookies({ ...session, domain, secure: false }, true).set(http, PATH, 'mine');
    for (const [, , attributes] of http.cookies) {
      expect(attributes).not.toHaveProperty('domain');
      expect(attributes.secure).toBe(false);
    }
  });

  it('have no alias where there are none', () => {
    const plain = new StateCookies(session, false);
    expect(Object.keys(heldAfter('mine', plain))).not.toContain('flipt_client_state');
    expect(() => {
      plain.assertHeld(callWith({ flipt_client_state: 'mine' }), 'mine');
    }).toThrow('missing state parameter');
  });

  it('are taken back with the attributes they were set with, each that holds the state', () => {
    const http = new FakeExchange('GET');
    const held = { ...heldAfter('first'), ...heldAfter('second') };
    cookies.clear(http, callWith(held), PATH, 'first');
    expect(http.cookies).toEqual([
      [
        expect.stringMatching(/^service_client_state_/),
        '',
        { path: PATH, domain: 'flags.example', secure: true, sameSite: 'lax', maxAge: 0 },
      ],
    ]);
    cookies.clear(http, callWith(held), PATH, 'second');
    expect(http.cookies).toHaveLength(4);
    cookies.clear(http, callWith(held), PATH, '');
    expect(http.cookies).toHaveLength(4);
  });
});

describe('a callback', () => {
  it('is that of a login which this browser has begun, whichever cookie says so', () => {
    for (const [name, value] of Object.entries(heldAfter('mine'))) {
      expect(() => {
        cookies.assertHeld(callWith({ [name]: value }), 'mine');
      }).not.toThrow();
    }
  });

  it('is that of any of several tabs', () => {
    const held = { ...heldAfter('first'), ...heldAfter('second') };
    for (const state of ['first', 'second']) {
      expect(() => {
        cookies.assertHeld(callWith(held), state);
      }).not.toThrow();
    }
  });

  it.each([
    ['', { service_client_state: '' }],
    [' ', { service_client_state: ' ' }],
    ['', heldAfter('mine')],
    ['mine', {}],
    ['mine', { service_client_state: '', flipt_client_state: ' ' }],
    ['mine', heldAfter('other')].toSpliced(1, 1, { [Object.keys(heldAfter('other'))[2] ?? '']: 'other' }),
  ] as [string, Record<string, string>][])('with the state %j and cookies %j misses it', (state, held) => {
    expect(() => {
      cookies.assertHeld(callWith(held), state);
    }).toThrow('missing state parameter');
  });

  it.each(['mine ', 'Mine', 'min', 'mine\u0000', 'other'])(
    'with the state %j is another login’s',
    (state) => {
      expect(() => {
        cookies.assertHeld(callWith(heldAfter('mine')), state);
      }).toThrow('unexpected state parameter');
    },
  );

  it('over HTTP is not vouched for by headers, over gRPC not by cookies', () => {
    const says = { header: () => 'mine', cookie: () => undefined };
    expect(() => {
      cookies.assertHeld(aCall({ http: new FakeExchange('GET'), ...says }), 'mine');
    }).toThrow('missing state parameter');
    expect(() => {
      cookies.assertHeld(aCall({ cookie: () => 'mine' }), 'mine');
    }).toThrow('missing state parameter');
    expect(() => {
      cookies.assertHeld(aCall(says), 'mine');
    }).not.toThrow();
  });
});
