import { UnavailableError } from '@pennon/domain';
import { anAuthentication, ManualClock, MemoryTokenStore } from '@pennon/testing';
import { recordsConfig } from '../../../../../test/support/records-config';
import { aCall } from '../../../../../test/support/fake-call';
import { FakeExchange } from '../../../../../test/support/fake-exchange';
import { configFor } from '../../../../../test/support/temporary-database';
import { Authentications, SessionLifetime } from '../../tokens/authentications';
import { SessionCookies } from '../../gate/session-cookies';
import { hashOf } from '../../credentials/client-token';
import { TokenAuthenticator } from '../../tokens/token-authenticator';
import { TokenRecords } from '../../tokens/token-records';
import { Tokens } from '../../tokens/tokens';
import { BrowserSession } from './browser-session';

const HOUR = 3_600_000_000;

let clock: ManualClock;
let store: MemoryTokenStore;
let session: BrowserSession;

beforeEach(() => {
  clock = new ManualClock();
  store = new MemoryTokenStore();
  const config = { ...configFor('file:x').authentication.session, domain: 'flags.example' };
  const lifetime = new SessionLifetime(config);
  const authenticator = new TokenAuthenticator(clock, new TokenRecords(store, recordsConfig));
  session = new BrowserSession(
    clock,
    lifetime,
    new SessionCookies(config, true),
    new Tokens(clock, store),
    authenticator,
    new Authentications(clock, lifetime, store, authenticator),
  );
});

describe('the session that a login ends in', () => {
  it('lasts as long as sessions do, and is handed over as a cookie', async () => {
    const issued = await session.open('oidc', { a: 'b' }, aCall(), '');
    const { authentication, clientToken } = issued;
    expect(authentication).toMatchObject({ method: 'oidc', metadata: { a: 'b' } });
    const expiresAt = authentication.expiresAt ?? 0;
    expect(Math.round((expiresAt - authentication.createdAt) / HOUR)).toBe(24);
    const http = new FakeExchange('GET');
    session.hand(issued, http);
    expect(http.cookies).toHaveLength(2);
    for (const [, value, attributes] of http.cookies) {
      expect(value).toBe(clientToken);
      expect(attributes).toMatchObject({
        expires: new Date(expiresAt / 1000),
        sameSite: 'strict',
        path: '/',
      });
    }
  });

  it.each(['oidc', 'codehost'] as const)('ends the one before it, of %s', async (method) => {
    await store.create(
      anAuthentication('old', { method, expiresAt: clock.now() + HOUR }),
      hashOf('old token'),
    );
    const before = clock.now();
    await session.open(
      'oidc',
      {},
      aCall({ cookie: (name) => (name === 'flipt_client_token' ? 'old token' : '') }),
      '',
    );
    expect((await store.find('old'))?.expiresAt).toBeLessThan(before + 100);
  });

  it('ends the one that the login began in, whose cookie does not come back from another site', async () => {
    for (const [id, token] of [
      ['old', 'old token'],
      ['other', 'other token'],
    ] as const)
      await store.create(
        anAuthentication(id, { method: 'oidc', expiresAt: clock.now() + HOUR }),
        hashOf(token),
      );
    const noted = await session.idOf(aCall({ cookie: () => 'old token' }));
    expect(noted).toBe('old');
    const before = clock.now();
    await session.open('oidc', {}, aCall(), noted);
    expect((await store.find('old'))?.expiresAt).toBeLessThan(before + 100);
    expect((await store.find('other'))?.expiresAt).toBeGreaterThan(before + 100);
    // It is gone, or has ended.
    for (const id of ['old', 'gone'])
      await expect(session.open('oidc', {}, aCall(), id)).resolves.toBeDefined();
  });

  it('is none of a static token, of another text or of nothing', async () => {
    await store.create(anAuthentication('static'), hashOf('static token'));
    for (const cookie of ['static token', 'no token of ours', ''])
      expect(await session.idOf(aCall({ cookie: () => cookie }))).toBe('');
  });

  it('leaves a static token alone, which others may be using', async () => {
    await store.create(anAuthentication('static'), hashOf('static token'));
    await session.open('oidc', {}, aCall({ cookie: () => 'static token' }), '');
    expect((await store.find('static'))?.expiresAt).toBeUndefined();
  });

  it.each(['no token of ours', ''])('begins where there was none before: %j', async (held) => {
    await expect(session.open('codehost', {}, aCall({ cookie: () => held }), '')).resolves.toBeDefined();
  });

  it('leaves the ones before it alone when it cannot begin', async () => {
    const expiresAt = clock.now() + HOUR;
    for (const id of ['noted', 'held'])
      await store.create(anAuthentication(id, { method: 'oidc', expiresAt }), hashOf(`${id} token`));
    const call = aCall({ cookie: () => 'held token' });
    store.failCreatesWith(new UnavailableError('full'));
    await expect(session.open('oidc', {}, call, 'noted')).rejects.toThrow('full');
    for (const id of ['noted', 'held']) expect(await store.find(id)).toMatchObject({ expiresAt });
  });

  it('does not begin while the store cannot be reached', async () => {
    store.failWith(new UnavailableError('away'));
    await expect(session.open('oidc', {}, aCall({ cookie: () => 'old token' }), '')).rejects.toThrow(
      UnavailableError,
    );
  });
});
