import { UnavailableError } from '@pennon/domain';
import { ManualClock, MemoryLoginStateStore } from '@pennon/testing';
import { hashOfState } from './login-secrets';
import { OpenLogins, type LeavingLogin } from './open-logins';

const MICROS_PER_SECOND = 1_000_000;

let clock: ManualClock;
let store: MemoryLoginStateStore;
let logins: OpenLogins;

beforeEach(() => {
  clock = new ManualClock();
  store = new MemoryLoginStateStore();
  logins = new OpenLogins({ stateLifetime: 600_000 }, clock, store);
});

function aLogin(state: string): LeavingLogin {
  return {
    state,
    provider: 'oidc/acme',
    nonce: 'nonce',
    codeVerifier: 'verifier',
    redirectUri: 'https://flags.example/callback',
    returnPath: '/flags',
    previousSession: '',
  };
}

const unexpected = 'unexpected state parameter';

describe('a login under way', () => {
  it('is kept without its state', async () => {
    await logins.add(aLogin('mine'));
    const { state, ...kept } = aLogin('mine');
    const taken = await store.take(hashOfState(state));
    expect(taken).toMatchObject(kept);
    expect(taken).not.toHaveProperty('state');
  });

  it('is finished once', async () => {
    await logins.add(aLogin('mine'));
    expect(await logins.take('oidc/acme', 'mine')).toMatchObject({ nonce: 'nonce', returnPath: '/flags' });
    await expect(logins.take('oidc/acme', 'mine')).rejects.toThrow(unexpected);
  });

  it('is not finished at another provider, and not afterwards at its own', async () => {
    await logins.add(aLogin('mine'));
    await expect(logins.take('oidc/globex', 'mine')).rejects.toThrow(unexpected);
    await expect(logins.take('oidc/acme', 'mine')).rejects.toThrow(unexpected);
  });

  it('is finished within its time, and not later', async () => {
    await logins.add(aLogin('first'));
    await logins.add(aLogin('second'));
    clock.advance(599 * MICROS_PER_SECOND);
    await logins.take('oidc/acme', 'first');
    clock.advance(2 * MICROS_PER_SECOND);
    await expect(logins.take('oidc/acme', 'second')).rejects.toThrow(unexpected);
  });

  it('goes when it has expired and another begins', async () => {
    await logins.add(aLogin('first'));
    clock.advance(601 * MICROS_PER_SECOND);
    await logins.add(aLogin('second'));
    expect(await store.take(hashOfState('first'))).toBeUndefined();
  });

  it('is one of a bounded number', async () => {
    const put = jest.spyOn(store, 'put');
    await logins.add(aLogin('mine'));
    expect(put).toHaveBeenCalledWith(expect.anything(), 10_000);
  });

  it('is not told apart from none by a store that fails', async () => {
    store.failWith(new UnavailableError('away'));
    await expect(logins.take('oidc/acme', 'mine')).rejects.toThrow(UnavailableError);
    await expect(logins.add(aLogin('mine'))).rejects.toThrow(UnavailableError);
  });
});
