import { Logger } from '@nestjs/common';
import { UnavailableError, type Authentication } from '@pennon/domain';
import { anAuthentication, MemoryTokenStore } from '@pennon/testing';
import { ManualFeed } from '../../../../test/support/manual-feed';
import { manualPerformanceForEachTest } from '../../../../test/support/manual-performance';
import { recordsConfig } from '../../../../test/support/records-config';
import { settle } from '../../../../test/support/settle';
import { TokenRecords } from './token-records';

const HOUR = 3_600_000;

const time = manualPerformanceForEachTest();

let store: MemoryTokenStore;
let looks: jest.SpyInstance;
let questions: jest.SpyInstance;
let feed: ManualFeed;
let records: TokenRecords;

beforeAll(() => {
  Logger.overrideLogger(false);
});

beforeEach(async () => {
  store = new MemoryTokenStore();
  looks = jest.spyOn(store, 'findByHash');
  questions = jest.spyOn(store, 'revocations');
  feed = new ManualFeed();
  records = new TokenRecords(store, recordsConfig, feed);
  await records.onModuleInit();
  for (const id of ['a', 'b']) await store.create(anAuthentication(id), `hash of ${id}`);
});

afterEach(async () => {
  await records.onModuleDestroy();
});

async function find(id = 'a'): Promise<Authentication | undefined> {
  return records.find(`hash of ${id}`);
}

/** Lets so much time pass, a little at a time, and everything happen that it brings. */
async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 100) {
    time.pass(Math.min(left, 100));
    await settle();
  }
}

/** Has the next look wait until it is let go. */
function holdLook(): { readonly letGo: () => void } {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  looks.mockImplementationOnce(async (hash: string) => {
    const answer = await MemoryTokenStore.prototype.findByHash.call(store, hash);
    await held;
    return answer;
  });
  return { letGo };
}

/** Has every call of the store hang from now on; whatever it is asked is never answered. */
function hang(): void {
  for (const call of [looks, questions]) call.mockReturnValue(new Promise(() => undefined));
}

function recover(): void {
  looks.mockRestore();
  questions.mockRestore();
  looks = jest.spyOn(store, 'findByHash');
  questions = jest.spyOn(store, 'revocations');
}

describe('a record', () => {
  it('answers at once when it is at hand, however long, while the store is heard', async () => {
    await find();
    await pass(9000);
    expect(records.find('hash of a')).toEqual(anAuthentication('a'));
    expect(looks).toHaveBeenCalledTimes(1);
  });

  it('that is not there is looked for each time', async () => {
    expect(await find('new')).toBeUndefined();
    await store.create(anAuthentication('new'), 'hash of new');
    expect(await find('new')).toMatchObject({ id: 'new' });
  });

  it('that was revoked elsewhere is refused within a second, and no other', async () => {
    await Promise.all([find('a'), find('b')]);
    await store.delete('a');
    await pass(999);
    expect(await find('a')).toBeUndefined();
    expect(records.find('hash of b')).toMatchObject({ id: 'b' });
    expect(looks).toHaveBeenCalledTimes(3);
  });

  it('that was made to expire elsewhere shows that within a second', async () => {
    await find();
    await store.expire('a', 5, 5);
    await pass(999);
    expect(await find()).toMatchObject({ expiresAt: 5 });
  });

  it.each(['tokens', 'everything'] as const)(
    'that was revoked is refused at once when %s is told',
    async (kind) => {
      await find();
      await store.delete('a');
      feed.tell({ kind });
      await settle();
      expect(await find()).toBeUndefined();
    },
  );

  it('is not asked about when a namespace has changed, nor when none is in use', async () => {
    feed.tell({ kind: 'tokens' });
    await find();
    questions.mockClear();
    feed.tell({ kind: 'namespace', namespaceKey: 'shop' });
    await settle();
    expect(questions).not.toHaveBeenCalled();
  });

  it('that was deleted by hand is refused within ten seconds of use, and a look', async () => {
    await find();
    looks.mockResolvedValue(undefined);
    await pass(10_000);
    expect(await find()).toBeDefined();
    await settle();
    expect(await find()).toBeUndefined();
  });

  it('that was revoked is not kept, though a replica still shows it', async () => {
    await find();
    await store.delete('a');
    await pass(500);
    looks.mockResolvedValue(anAuthentication('a'));
    await find();
    looks.mockClear();
    await find();
    expect(looks).toHaveBeenCalledTimes(1);
  });

  it('may be any when more was revoked than is remembered', async () => {
    await Promise.all([find('a'), find('b')]);
    questions.mockResolvedValueOnce({ revision: 5000, ids: undefined });
    await pass(500);
    await Promise.all([find('a'), find('b')]);
    expect(looks).toHaveBeenCalledTimes(4);
  });

  it('makes room for others when there are more than the setting allows', async () => {
    const few = new TokenRecords(store, { ...recordsConfig, max: 1 });
    await few.find('hash of a');
    await few.find('hash of b');
    await few.find('hash of a');
    expect(looks).toHaveBeenCalledTimes(3);
    await few.onModuleDestroy();
  });
});

describe('a look that is under way', () => {
  it('is shared by all who want the same record', async () => {
    const all = Array.from({ length: 50 }, () => find());
    expect(await Promise.all(all)).toHaveLength(50);
    expect(looks).toHaveBeenCalledTimes(1);
  });

  it('when something is revoked here, is neither kept nor shared any more', async () => {
    await find('b');
    const { letGo } = holdLook();
    const early = find();
    await settle();
    await store.delete('a');
    records.forget('a');
    expect(await find()).toBeUndefined();
    letGo();
    // It came before the revocation.
    expect(await early).toMatchObject({ id: 'a' });
    expect(await find()).toBeUndefined();
  });

  it('when something is revoked elsewhere, is not kept', async () => {
    await find('b');
    const { letGo } = holdLook();
    const early = find();
    await settle();
    await store.delete('a');
    await pass(500);
    letGo();
    expect(await early).toMatchObject({ id: 'a' });
    expect(await find()).toBeUndefined();
  });
});

describe('while the store refuses', () => {
  beforeEach(async () => {
    await find();
    store.failWith(new UnavailableError('away'));
    await pass(2000);
    looks.mockClear();
  });

  it('a record at hand goes on to count, at once, for its grace', async () => {
    await pass(60_000);
    expect(records.find('hash of a')).toEqual(anAuthentication('a'));
    time.pass(HOUR);
    expect(() => records.find('hash of a')).toThrow('away');
  });

  it('what is not at hand cannot be looked up, and the store is not asked', async () => {
    await expect(find('b')).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'away' });
    expect(looks).not.toHaveBeenCalled();
  });

  it('a record that was revoked before counts no longer, once it was heard of', async () => {
    store.failWith(undefined);
    await store.delete('a');
    await pass(500);
    store.failWith(new UnavailableError('away'));
    await pass(2000);
    await expect(find()).rejects.toThrow(UnavailableError);
  });

  it('a record that is revoked here counts no longer', async () => {
    records.forget('a');
    await expect(find()).rejects.toThrow(UnavailableError);
  });

  it('everything is as before when the store is back, within half a second', async () => {
    store.failWith(undefined);
    await store.delete('a');
    await pass(500);
    expect(await find('a')).toBeUndefined();
    expect(await find('b')).toMatchObject({ id: 'b' });
  });

  it('no record counts when the settings give no grace', async () => {
    store.failWith(undefined);
    const strict = new TokenRecords(store, { ...recordsConfig, outageGrace: 0 });
    await strict.find('hash of a');
    store.failWith(new UnavailableError('away'));
    await pass(999);
    expect(strict.find('hash of a')).toBeDefined();
    await pass(1);
    expect(() => strict.find('hash of a')).toThrow(UnavailableError);
    await strict.onModuleDestroy();
  });
});

describe('while the store hangs', () => {
  it('a record at hand goes on to count, and who needs another waits once for the limit, then not at all', async () => {
    await find();
    hang();
    const first = find('b');
    const outcome = expect(first).rejects.toThrow('looking up a token took longer than');
    await pass(1000);
    await outcome;
    const next = find('b');
    await expect(next).rejects.toThrow(UnavailableError);
    await pass(60_000);
    expect(records.find('hash of a')).toEqual(anAuthentication('a'));
    recover();
    await pass(2000);
    expect(await find('b')).toMatchObject({ id: 'b' });
  });

  it('and nothing was ever looked up, everybody waits for the limit at most', async () => {
    hang();
    const both = [find('a'), find('b')].map((call) => expect(call).rejects.toThrow(UnavailableError));
    await pass(1000);
    await Promise.all(both);
  });
});

describe('while the store is slow, and has more time than the limit', () => {
  const PATIENCE_MS = 5 * recordsConfig.lookupTimeout;
  let patient: TokenRecords;

  beforeEach(() => {
    patient = new TokenRecords(store, recordsConfig, undefined, PATIENCE_MS);
  });

  afterEach(async () => {
    await patient.onModuleDestroy();
  });

  it('a record that is not at hand is waited for, and one at hand is judged from what is held', async () => {
    await patient.find('hash of a');
    const { letGo } = holdLook();
    questions.mockReturnValue(new Promise(() => undefined));
    const other = patient.find('hash of b');
    await pass(recordsConfig.lookupTimeout);
    const atHand = patient.find('hash of a');
    await pass(recordsConfig.lookupTimeout);
    expect(await atHand).toMatchObject({ id: 'a' });
    // The next one need not wait to see that the store is slow.
    expect(patient.find('hash of a')).toMatchObject({ id: 'a' });
    letGo();
    expect(await other).toMatchObject({ id: 'b' });
  });

  it('nobody waits for longer than that', async () => {
    hang();
    const refused = expect(patient.find('hash of b')).rejects.toThrow(UnavailableError);
    await pass(PATIENCE_MS);
    await refused;
  });
});

describe('over a restart', () => {
  it('what was at hand can be put at hand again, for the rest of its grace', async () => {
    await find('b');
    await find('a');
    const kept = records.atHand();
    expect(kept?.records.map(([hash]) => hash)).toEqual(['hash of b', 'hash of a']);
    store.failWith(new UnavailableError('away'));
    const restarted = new TokenRecords(store, recordsConfig);
    restarted.restore({ revision: { revision: 0 }, records: [], ...kept, age: HOUR - 10_000 });
    await pass(9000);
    expect(restarted.find('hash of a')).toEqual(anAuthentication('a'));
    await pass(1000);
    expect(() => restarted.find('hash of a')).toThrow(UnavailableError);
    await restarted.onModuleDestroy();
  });

  it('a record that was revoked in the meantime is found out before it counts', async () => {
    await find();
    const kept = records.atHand();
    await store.delete('a');
    const restarted = new TokenRecords(store, recordsConfig);
    restarted.restore({ revision: { revision: 0 }, records: [], ...kept, age: 60_000 });
    expect(await restarted.find('hash of a')).toBeUndefined();
    await restarted.onModuleDestroy();
  });

  it('there is nothing to keep before a record was looked up', () => {
    expect(records.atHand()).toBeUndefined();
  });
});
