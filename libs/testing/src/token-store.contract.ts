import {
  InvalidArgumentError,
  type Authentication,
  type AuthenticationQuery,
  type TokenStore,
} from '@pennon/domain';
import { anAuthentication } from './builders/authentication.builder';
import { SOME_MOMENT } from './builders/moments';

/** What every store of authentications does; called by the spec of each, fakes included. */
export function itIsATokenStore(open: () => Promise<TokenStore>): void {
  let store: TokenStore;

  beforeEach(async () => {
    store = await open();
  });

  /** Creates the record under a hash made from its id. */
  async function create(id: string, changes: Partial<Authentication> = {}): Promise<Authentication> {
    const authentication = anAuthentication(id, changes);
    await store.create(authentication, hashOf(id));
    return authentication;
  }

  /** Ids of a list; of all records unless told otherwise. */
  async function ids(query: Partial<AuthenticationQuery> = {}): Promise<readonly string[]> {
    const listed = await store.list({ method: undefined, limit: 1000, offset: 0, ...query });
    return listed.map(({ id }) => id);
  }

  describe('a record', () => {
    it('is found as it was created, by its id and by its hash', async () => {
      const record = await create('a', {
        method: 'orchestrator',
        expiresAt: SOME_MOMENT + 1,
        updatedAt: SOME_MOMENT + 2,
        metadata: { z: '', a: 'Zoë "🏁" \\ \n\u0000', 'io.service.auth.role': 'viewer', '7': 'seven' },
      });
      expect(await store.find('a')).toStrictEqual(record);
      expect(await store.findByHash(hashOf('a'))).toStrictEqual(record);
    });

    it('may never expire, and may have no metadata', async () => {
      const record = await create('a', { expiresAt: undefined, metadata: {} });
      expect(await store.find('a')).toStrictEqual(record);
    });

    it('may have metadata of any name, also of what objects inherit', async () => {
      const metadata = JSON.parse('{ "__proto__": "x", "constructor": "y" }') as Record<string, string>;
      await create('a', { metadata });
      const found = await store.find('a');
      const members = new Map(Object.entries(found?.metadata ?? {}));
      expect(members).toEqual(new Map(Object.entries(metadata)));
    });

    it('is found by nothing else', async () => {
      await create('a');
      expect(await store.find('b')).toBeUndefined();
      expect(await store.find(hashOf('a'))).toBeUndefined();
      expect(await store.findByHash('a')).toBeUndefined();
      expect(await store.findByHash(hashOf('b'))).toBeUndefined();
      expect(await store.findByHash(hashOf('A'))).toBeUndefined();
      expect(await store.findByHash('')).toBeUndefined();
    });

    it('is found and listed also when it has expired', async () => {
      const record = await create('a', { expiresAt: 1 });
      expect(await store.find('a')).toEqual(record);
      expect(await store.findByHash(hashOf('a'))).toEqual(record);
      expect(await ids()).toEqual(['a']);
      expect(await store.hasAny('token')).toBe(true);
    });

    it('is refused under a hash that is taken, and changes nothing then', async () => {
      const first = await create('a', { expiresAt: 1 });
      const second = store.create(anAuthentication('b', { method: 'oidc' }), hashOf('a'));
      await expect(second).rejects.toThrow(new InvalidArgumentError('not unique'));
      expect(await store.findByHash(hashOf('a'))).toEqual(first);
      expect(await ids()).toEqual(['a']);
    });

    it('takes its hash once, of many who try at the same time', async () => {
      const attempts = ['a', 'b', 'c', 'd', 'e'].map((id) => store.create(anAuthentication(id), 'the same'));
      const outcomes = await Promise.allSettled(attempts);
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(failures).toHaveLength(4);
      for (const { reason } of failures) expect(reason).toBeInstanceOf(InvalidArgumentError);
      expect(await ids()).toHaveLength(1);
    });

    it('of an id that is taken is a bug and not the caller’s fault, and changes nothing', async () => {
      const first = await create('a');
      const second: unknown = await store
        .create(anAuthentication('a', { method: 'oidc' }), 'another')
        .catch((error: unknown) => error);
      expect(second).toBeInstanceOf(Error);
      expect(second).not.toBeInstanceOf(InvalidArgumentError);
      expect(await store.find('a')).toEqual(first);
      expect(await store.findByHash('another')).toBeUndefined();
    });
  });

  describe('a list of records', () => {
    it('of none is empty', async () => {
      expect(await ids()).toEqual([]);
    });

    it('goes by creation, and by id where that is the same moment', async () => {
      await create('b', { createdAt: SOME_MOMENT + 1 });
      await create('c', { createdAt: SOME_MOMENT });
      await create('a', { createdAt: SOME_MOMENT + 1, updatedAt: SOME_MOMENT });
      expect(await ids()).toEqual(['c', 'a', 'b']);
    });

    it('has whole records', async () => {
      const record = await create('a', { method: 'codehost', expiresAt: 1 });
      expect(await store.list({ method: undefined, limit: 1, offset: 0 })).toStrictEqual([record]);
    });

    it('may be of one method', async () => {
      await create('a', { method: 'token' });
      await create('b', { method: 'oidc' });
      await create('c', { method: 'token' });
      expect(await ids({ method: 'token' })).toEqual(['a', 'c']);
      expect(await ids({ method: 'token', limit: 1, offset: 1 })).toEqual(['c']);
      expect(await ids({ method: 'oidc' })).toEqual(['b']);
      expect(await ids({ method: 'codehost' })).toEqual([]);
    });

    it('is cut by limit and offset, and empty beyond its end', async () => {
      for (const id of ['a', 'b', 'c']) await create(id);
      expect(await ids({ limit: 2 })).toEqual(['a', 'b']);
      expect(await ids({ limit: 2, offset: 2 })).toEqual(['c']);
      expect(await ids({ limit: 2, offset: 3 })).toEqual([]);
    });

    it('has 100 records in creation order by pages of 3, each once and each under its own hash', async () => {
      const created = Array.from({ length: 100 }, (_, index) =>
        // Every second one shares its moment with the one before.
        anAuthentication(`id-${String(index).padStart(3, '0')}`, {
          createdAt: SOME_MOMENT + Math.floor(index / 2),
        }),
      );
      // 37 and 100 have no common divisor: every record is created once, none beside its neighbour.
      for (let step = 0; step < created.length; step++) {
        const record = created[(step * 37) % created.length];
        if (record !== undefined) await store.create(record, hashOf(record.id));
      }
      const listed: Authentication[] = [];
      for (let offset = 0; offset < created.length; offset += 3) {
        const page = await store.list({ method: 'token', limit: 3, offset });
        expect(page.length).toBe(Math.min(3, created.length - offset));
        listed.push(...page);
      }
      expect(listed).toEqual(created);
      for (const record of created) expect(await store.findByHash(hashOf(record.id))).toEqual(record);
    });
  });

  describe('whether there are records of a method', () => {
    it('is told by that method alone', async () => {
      await create('a', { method: 'oidc' });
      expect([await store.hasAny('oidc'), await store.hasAny('token')]).toEqual([true, false]);
    });

    it('is no longer so when the last is deleted', async () => {
      await create('a');
      await store.delete('a');
      expect(await store.hasAny('token')).toBe(false);
    });
  });

  describe('letting a record expire', () => {
    it('changes when, and when it was changed, and nothing else', async () => {
      const record = await create('a');
      const other = await create('b');
      await store.expire('a', SOME_MOMENT + 5, SOME_MOMENT + 6);
      const expected = { ...record, expiresAt: SOME_MOMENT + 5, updatedAt: SOME_MOMENT + 6 };
      expect(await store.find('a')).toEqual(expected);
      expect(await store.findByHash(hashOf('a'))).toEqual(expected);
      expect(await store.find('b')).toEqual(other);
    });

    it('can be done sooner and later than it was going to', async () => {
      await create('a', { expiresAt: SOME_MOMENT });
      for (const expiresAt of [SOME_MOMENT + 9, SOME_MOMENT - 9]) {
        await store.expire('a', expiresAt, SOME_MOMENT);
        expect(await store.find('a')).toMatchObject({ expiresAt });
      }
    });

    it('does nothing when there is no such record', async () => {
      await store.expire('a', SOME_MOMENT, SOME_MOMENT);
      expect(await ids()).toEqual([]);
    });
  });

  describe('deleting a record', () => {
    it('takes it and no other, and leaves its hash free', async () => {
      await create('a');
      const other = await create('b');
      await store.delete('a');
      expect(await store.find('a')).toBeUndefined();
      expect(await store.findByHash(hashOf('a'))).toBeUndefined();
      expect(await store.find('b')).toEqual(other);
      await store.create(anAuthentication('c'), hashOf('a'));
      expect(await ids()).toEqual(['b', 'c']);
    });

    it('does nothing when there is no such record', async () => {
      await create('a');
      await store.delete('b');
      await store.delete(hashOf('a'));
      await store.delete('');
      expect(await ids()).toEqual(['a']);
    });
  });

  describe('deleting expired records', () => {
    it('takes those that expired before the moment, and says how many', async () => {
      await create('long ago', { expiresAt: 1 });
      await create('just before', { expiresAt: SOME_MOMENT - 1 });
      await create('then', { expiresAt: SOME_MOMENT });
      await create('after', { expiresAt: SOME_MOMENT + 1 });
      await create('never', { expiresAt: undefined });
      expect(await store.deleteExpired('token', SOME_MOMENT)).toBe(2);
      expect(await ids()).toEqual(['after', 'never', 'then']);
      expect(await store.findByHash(hashOf('just before'))).toBeUndefined();
    });

    it('leaves those of other methods', async () => {
      await create('a', { method: 'oidc', expiresAt: 1 });
      await create('b', { method: 'token', expiresAt: 1 });
      expect(await store.deleteExpired('token', SOME_MOMENT)).toBe(1);
      expect(await ids()).toEqual(['a']);
    });

    it('takes each once, of many who try at the same time', async () => {
      for (const id of ['a', 'b', 'c']) await create(id, { expiresAt: 1 });
      const attempts = Array.from({ length: 5 }, () => store.deleteExpired('token', SOME_MOMENT));
      const counts = await Promise.all(attempts);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    });

    it('does nothing when there are none', async () => {
      expect(await store.deleteExpired('token', SOME_MOMENT)).toBe(0);
    });
  });

  describe('revocations', () => {
    it('are none to begin with, and none when nothing was revoked', async () => {
      await create('a');
      await store.delete('b');
      await store.expire('b', 1, 2);
      const begun = await store.revocations(undefined);
      expect(begun.ids).toEqual([]);
      expect(await store.revocations(begun)).toEqual(begun);
    });

    it('are the records that were deleted, or made to expire at another moment, in this order', async () => {
      for (const id of ['a', 'b', 'c']) await create(id);
      const begun = await store.revocations(undefined);
      await store.delete('b');
      const between = await store.revocations(begun);
      expect(between).toMatchObject({ revision: begun.revision + 1, ids: ['b'] });
      await store.expire('a', SOME_MOMENT, SOME_MOMENT);
      const revision = begun.revision + 2;
      expect(await store.revocations(begun)).toMatchObject({ revision, ids: ['b', 'a'] });
      expect(await store.revocations(between)).toMatchObject({ revision, ids: ['a'] });
      expect(await store.revocations(undefined)).toMatchObject({ revision, ids: [] });
    });

    it('are not what expired by itself', async () => {
      await create('a', { expiresAt: 1 });
      const before = await store.revocations(undefined);
      await store.deleteExpired('token', SOME_MOMENT);
      expect(await store.revocations(before)).toEqual(before);
    });

    it('are told all, each once, however many revoke at the same time', async () => {
      const all = Array.from({ length: 20 }, (_, index) => `record ${index}`);
      for (const id of all) await create(id);
      const begun = await store.revocations(undefined);
      await Promise.all(all.map((id) => store.delete(id)));
      const { ids } = await store.revocations(begun);
      expect(ids?.toSorted()).toEqual(all.toSorted());
    });
  });
}

/** Any text will do for a hash; stores do not look into it. */
function hashOf(id: string): string {
  return `hash of ${id}`;
}
