import { UnauthenticatedError, UnavailableError, type Authentication } from '@pennon/domain';
import { anAuthentication, ManualClock, MemoryTokenStore, SOME_MOMENT } from '@pennon/testing';
import { manualPerformanceForEachTest } from '../../../../test/support/manual-performance';
import { hashOf, MAX_TOKEN_LENGTH } from './client-token';
import { TokenAuthenticator } from './token-authenticator';

const TOKEN = 'svc_token';

const time = manualPerformanceForEachTest();

let clock: ManualClock;
let store: MemoryTokenStore;
let looks: jest.SpyInstance;
let authenticator: TokenAuthenticator;

beforeEach(async () => {
  clock = new ManualClock();
  store = new MemoryTokenStore();
  looks = jest.spyOn(store, 'findByHash');
  authenticator = new TokenAuthenticator(clock, store);
  await store.create(anAuthentication('a'), hashOf(TOKEN));
});

async function authenticate(token = TOKEN): Promise<Authentication> {
  return authenticator.authenticate(token);
}

/** Lets look-ups that nobody waits for come to their end. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Has the store answer only when it is told to. */
function holdStore(): { readonly release: () => void } {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  looks.mockImplementationOnce(async (hash: string) => {
    const found = await MemoryTokenStore.prototype.findByHash.call(store, hash);
    await held;
    return found;
  });
  return { release };
}

describe('12.3 a client token', () => {
  it('is known by the hash of its text', async () => {
    expect(await authenticate()).toEqual(anAuthentication('a'));
    expect(looks).toHaveBeenCalledWith(hashOf(TOKEN));
  });

  it.each(['', 'svc_other', `${TOKEN} `, hashOf(TOKEN), 'x'.repeat(MAX_TOKEN_LENGTH)])(
    'that nobody issued is refused: %p',
    async (token) => {
      await expect(authenticate(token)).rejects.toThrow(UnauthenticatedError);
    },
  );

  it('that is longer than any is refused without a look', () => {
    expect(() => authenticator.authenticate('x'.repeat(MAX_TOKEN_LENGTH + 1))).toThrow(UnauthenticatedError);
    expect(looks).not.toHaveBeenCalled();
  });

  it('that nobody issued is looked for each time, because it may have been issued since', async () => {
    await expect(authenticate('svc_new')).rejects.toThrow(UnauthenticatedError);
    await store.create(anAuthentication('b'), hashOf('svc_new'));
    expect(await authenticate('svc_new')).toMatchObject({ id: 'b' });
  });
});

describe('3.2 a token that expires', () => {
  const expiresAt = SOME_MOMENT + 1000;

  beforeEach(async () => {
    await store.create(anAuthentication('b', { expiresAt }), hashOf('svc_expiring'));
  });

  it('is good up to that moment, and not a microsecond longer, also when it is at hand', async () => {
    clock.set(expiresAt - 1);
    expect(await authenticate('svc_expiring')).toMatchObject({ id: 'b' });
    expect(await authenticate('svc_expiring')).toMatchObject({ id: 'b' });
    expect(() => authenticator.authenticate('svc_expiring')).toThrow(UnauthenticatedError);
    expect(looks).toHaveBeenCalledTimes(1);
  });
});

describe('3.4 what is at hand', () => {
  it('answers at once, without a look, for half a second', async () => {
    await authenticate();
    time.pass(499);
    expect(authenticator.authenticate(TOKEN)).toEqual(anAuthentication('a'));
    expect(looks).toHaveBeenCalledTimes(1);
  });

  it('is looked up again from then on, while it still answers at once', async () => {
    await authenticate();
    time.pass(500);
    expect(authenticator.authenticate(TOKEN)).toEqual(anAuthentication('a'));
    expect(looks).toHaveBeenCalledTimes(2);
    await settle();
    time.pass(499);
    expect(authenticator.authenticate(TOKEN)).toEqual(anAuthentication('a'));
    expect(looks).toHaveBeenCalledTimes(2);
  });

  it('does not count from one second on: a token that was revoked elsewhere is refused', async () => {
    await authenticate();
    await store.delete('a');
    time.pass(999);
    expect(authenticator.authenticate(TOKEN)).toBeDefined();
    time.pass(1);
    await expect(authenticate()).rejects.toThrow(UnauthenticatedError);
  });

  it('is gone as soon as a look finds that the token was revoked', async () => {
    await authenticate();
    await store.delete('a');
    time.pass(500);
    await authenticate();
    await settle();
    await expect(authenticate()).rejects.toThrow(UnauthenticatedError);
  });

  it('is gone when something was revoked here', async () => {
    await authenticate();
    await store.delete('a');
    authenticator.forget();
    await expect(authenticate()).rejects.toThrow(UnauthenticatedError);
  });
});

describe('a look that is under way', () => {
  it('is shared by all who want the same token', async () => {
    const all = Array.from({ length: 50 }, () => authenticate());
    expect(await Promise.all(all)).toHaveLength(50);
    expect(looks).toHaveBeenCalledTimes(1);
  });

  it('when something is revoked here, is neither kept nor shared any more', async () => {
    const { release } = holdStore();
    const early = authenticate();
    await store.delete('a');
    authenticator.forget();
    const late = authenticate();
    await expect(late).rejects.toThrow(UnauthenticatedError);
    release();
    // It came before the revocation.
    expect(await early).toMatchObject({ id: 'a' });
    await expect(authenticate()).rejects.toThrow(UnauthenticatedError);
  });

  it('is not shared with a newcomer once it has taken a second', async () => {
    const { release } = holdStore();
    const early = authenticate();
    await settle();
    await store.delete('a');
    time.pass(1000);
    await expect(authenticate()).rejects.toThrow(UnauthenticatedError);
    release();
    await early;
    await expect(authenticate()).rejects.toThrow(UnauthenticatedError);
  });
});

describe('13.2 #28 while the store is away', () => {
  it('a token that must be looked up is not refused: the caller may come again', async () => {
    store.failWith(new UnavailableError('away'));
    await expect(authenticate()).rejects.toThrow(new UnavailableError('away'));
    store.failWith(undefined);
    expect(await authenticate()).toMatchObject({ id: 'a' });
  });

  it('a token at hand goes on to work for its second', async () => {
    await authenticate();
    store.failWith(new UnavailableError('away'));
    time.pass(999);
    expect(authenticator.authenticate(TOKEN)).toBeDefined();
    await settle();
    time.pass(1);
    await expect(authenticate()).rejects.toThrow(UnavailableError);
  });
});
