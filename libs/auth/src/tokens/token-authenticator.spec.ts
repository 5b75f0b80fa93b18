import { UnauthenticatedError, type Authentication } from '@pennon/domain';
import { anAuthentication, ManualClock, MemoryTokenStore, SOME_MOMENT } from '@pennon/testing';
import { recordsConfig } from '../../../../test/support/records-config';
import { Credential } from '../credentials/credential';
import { hashOf, MAX_TOKEN_LENGTH } from '../credentials/client-token';
import { TokenAuthenticator } from './token-authenticator';
import { TokenRecords } from './token-records';

const TOKEN = 'svc_token';

let clock: ManualClock;
let store: MemoryTokenStore;
let looks: jest.SpyInstance;
let records: TokenRecords;
let authenticator: TokenAuthenticator;

beforeEach(async () => {
  clock = new ManualClock();
  store = new MemoryTokenStore();
  looks = jest.spyOn(store, 'findByHash');
  records = new TokenRecords(store, recordsConfig);
  authenticator = new TokenAuthenticator(clock, records);
  await store.create(anAuthentication('a'), hashOf(TOKEN));
});

afterEach(async () => {
  await records.onModuleDestroy();
});

/** The credential of a caller who shows this text. */
function shown(text: string): Credential {
  return new Credential('token', text, false);
}

async function authenticate(token = TOKEN): Promise<Authentication> {
  return authenticator.authenticate(shown(token));
}

describe('a client token', () => {
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
    expect(() => authenticator.authenticate(shown('x'.repeat(MAX_TOKEN_LENGTH + 1)))).toThrow(
      UnauthenticatedError,
    );
    expect(looks).not.toHaveBeenCalled();
  });

  it('that nobody issued is looked for each time, because it may have been issued since', async () => {
    await expect(authenticate('svc_new')).rejects.toThrow(UnauthenticatedError);
    await store.create(anAuthentication('b'), hashOf('svc_new'));
    expect(await authenticate('svc_new')).toMatchObject({ id: 'b' });
  });

  it('is refused as soon as it was revoked here', async () => {
    await authenticate();
    await store.delete('a');
    authenticator.forget('a');
    await expect(authenticate()).rejects.toThrow(UnauthenticatedError);
  });
});

describe('a token that expires', () => {
  const expiresAt = SOME_MOMENT + 1000;

  beforeEach(async () => {
    await store.create(anAuthentication('b', { expiresAt }), hashOf('svc_expiring'));
  });

  it('is good up to that moment, and not a microsecond longer, also when it is at hand', async () => {
    clock.set(expiresAt - 1);
    expect(await authenticate('svc_expiring')).toMatchObject({ id: 'b' });
    expect(await authenticate('svc_expiring')).toMatchObject({ id: 'b' });
    expect(() => authenticator.authenticate(shown('svc_expiring'))).toThrow(UnauthenticatedError);
    expect(looks).toHaveBeenCalledTimes(1);
  });
});
