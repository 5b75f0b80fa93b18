import { SERVICE_ORIGIN } from '@pennon/domain';
import { anAuthentication, ManualClock, MemoryTokenStore, SOME_MOMENT } from '@pennon/testing';
import { recordsConfig } from '../../../../test/support/records-config';
import { Authentications, SessionLifetime } from './authentications';
import { TokenAuthenticator } from './token-authenticator';
import { TokenRecords } from './token-records';

const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;

let clock: ManualClock;
let store: MemoryTokenStore;
let forget: jest.SpyInstance;
let authentications: Authentications;

beforeEach(() => {
  clock = new ManualClock(SOME_MOMENT + 60 * SECOND);
  store = new MemoryTokenStore();
  const authenticator = new TokenAuthenticator(clock, new TokenRecords(store, recordsConfig));
  forget = jest.spyOn(authenticator, 'forget');
  const lifetime = new SessionLifetime({ tokenLifetime: 86_400_000 });
  authentications = new Authentications(clock, lifetime, store, authenticator);
});

async function add(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const id = String(index).padStart(3, '0');
    const times = { createdAt: SOME_MOMENT + index, updatedAt: SOME_MOMENT + index };
    await store.create(anAuthentication(id, times), `hash of ${id}`);
  }
}

/** Ids of a page, from first to last, and where the next begins. */
async function page(limit: number, pageToken = ''): Promise<unknown> {
  const { items, nextOffset } = await authentications.list(undefined, { limit, pageToken });
  return [items.length, items[0]?.id, nextOffset];
}

describe('a page of records', () => {
  beforeEach(async () => {
    await add(120);
  });

  it.each([
    [0, 25],
    [1, 1],
    [100, 100],
    [101, 100],
    [1000, 100],
    [-1, 100],
    [-2147483648, 100],
  ])('of limit %d has %d', async (limit, size) => {
    expect(await page(limit)).toEqual([size, '000', size]);
  });

  it.each([
    ['', 0],
    ['0', 0],
    ['25', 25],
    ['007', 7],
    ['-1', 0],
    ['abc', 0],
    ['1e2', 0],
    ['1.5', 0],
    [' 5', 0],
    ['９', 0],
  ])('at the token %j begins at %d', async (token, first) => {
    expect(await page(10, token)).toEqual([10, String(first).padStart(3, '0'), first + 10]);
  });

  it('is the last when there is nothing after it', async () => {
    expect(await page(20, '100')).toEqual([20, '100', undefined]);
    expect(await page(20, '99')).toEqual([20, '099', 119]);
  });

  it.each(['120', '999999999999999', '9'.repeat(300)])('beyond the end is no failure: %s', async (token) => {
    const [, , nextOffset] = (await page(20, token)) as unknown[];
    expect([undefined, 20]).toContain(nextOffset);
  });

  it('is of one method when one is named, and a JWT has no records', async () => {
    await store.create(anAuthentication('o', { method: 'oidc' }), 'hash of o');
    expect((await authentications.list('oidc', { limit: 0, pageToken: '' })).items).toHaveLength(1);
    expect(await authentications.list('jwt', { limit: 0, pageToken: '' })).toEqual({
      items: [],
      nextOffset: undefined,
    });
  });
});

describe('deleting a record', () => {
  it('takes effect here at once', async () => {
    await add(1);
    await authentications.delete('000', SERVICE_ORIGIN);
    expect(await authentications.find('000')).toBeUndefined();
    expect(forget).toHaveBeenCalledTimes(1);
  });

  it('that is not there is no failure', async () => {
    await expect(authentications.delete('absent', SERVICE_ORIGIN)).resolves.toEqual([]);
  });
});

describe('expiring oneself', () => {
  const now = SOME_MOMENT + 60 * SECOND;

  it.each([
    ['token', undefined, undefined, now],
    ['token', undefined, now - SECOND, now - SECOND],
    ['token', undefined, now + DAY, now + DAY],
    ['token', SOME_MOMENT + DAY, now + 2 * DAY, SOME_MOMENT + DAY],
    ['token', SOME_MOMENT + DAY, now + SECOND, now + SECOND],
    ['orchestrator', SOME_MOMENT + DAY, now + 2 * DAY, SOME_MOMENT + DAY],
    ['oidc', SOME_MOMENT + SECOND * 90, now + 2 * DAY, SOME_MOMENT + DAY],
    ['codehost', SOME_MOMENT + DAY, now + 2 * DAY, SOME_MOMENT + DAY],
    ['oidc', SOME_MOMENT + DAY, undefined, now],
  ] as const)('with a %s that lasts until %p, at %p, is at %p', async (method, expiresAt, at, expected) => {
    const record = anAuthentication('a', { method, expiresAt });
    await store.create(record, 'hash');
    await authentications.expire(record, at, '');
    expect(await store.find('a')).toEqual({ ...record, expiresAt: expected, updatedAt: now });
    expect(forget).toHaveBeenCalledTimes(1);
  });

  it('with a JWT does nothing, and succeeds', async () => {
    const expire = jest.spyOn(store, 'expire');
    await authentications.expire(
      { id: '', method: 'jwt', subject: 'ada', isProgram: true, metadata: {} },
      undefined,
      '',
    );
    expect(expire).not.toHaveBeenCalled();
  });
});
