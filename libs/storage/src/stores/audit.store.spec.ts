import {
  type AuditEntry,
  type AuditEvent,
  type AuditFact,
  type AuditQuery,
  SERVICE_ORIGIN,
} from '@pennon/domain';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

const anna = {
  ...SERVICE_ORIGIN,
  authentication: 'oidc',
  actor: 'anna@example.com',
  ip: '192.0.2.7',
} as const;

function aFact(key: string, members: Partial<AuditFact> = {}): AuditFact {
  const after = { key };
  return {
    type: 'flag',
    action: 'created',
    namespaceKey: 'shop',
    flagKey: key,
    key,
    before: undefined,
    after,
    ...members,
  };
}

async function append(facts: readonly AuditFact[], entry: Partial<AuditEntry> = {}): Promise<void> {
  await write(({ audit }) =>
    audit.append({
      origin: anna,
      at: 1000,
      revision: { revision: 7, mark: 'rT0cJ8k1xWqZ' },
      facts,
      ...entry,
    }),
  );
}

async function keysOf(query: Partial<AuditQuery>): Promise<readonly string[]> {
  return (await list(query)).map(({ key }) => key);
}

async function list(query: Partial<AuditQuery>): Promise<readonly AuditEvent[]> {
  return read(({ audit }) => audit.list({ limit: 100, ...query }));
}

describe('the audit log', () => {
  it('gives back what was written, whatever the database', async () => {
    const metadata = { 'ключ "1"': [1.5, null, { nested: true }] };
    const fact = aFact('colour', { action: 'updated', before: { metadata }, after: { metadata: {} } });
    await append([fact]);
    const [event] = await list({});
    expect(event).toEqual({
      ...fact,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      position: 1,
      at: 1000,
      revision: { revision: 7, mark: 'rT0cJ8k1xWqZ' },
      origin: anna,
    });
  });

  it('says undefined of what an event is not about', async () => {
    const fact: AuditFact = { type: 'token', action: 'deleted', key: 'id', before: {}, after: undefined };
    await append([fact], { revision: undefined });
    const [event] = await list({});
    expect(Object.keys(event ?? {})).not.toContain('namespaceKey');
    expect(event).toMatchObject({ ...fact, revision: undefined });
  });

  it('numbers events without gaps, and goes back with the transaction', async () => {
    await append([aFact('a'), aFact('b')]);
    const broken = write(async ({ audit }) => {
      await audit.append({ origin: anna, at: 1, facts: [aFact('never')] });
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    await append([]);
    await append([aFact('c')]);
    const events = await read(({ audit }) => audit.after(0, 10));
    expect(events.map(({ position, key }) => [position, key])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
    expect(await read(({ audit }) => audit.end())).toBe(3);
  });

  it('has no gaps and no doubles when many write at once', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => append([aFact(`flag-${index}`)])));
    const events = await read(({ audit }) => audit.after(0, 100));
    expect(events.map(({ position }) => position)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
    expect(new Set(events.map(({ key }) => key)).size).toBe(12);
  });

  it('shortens what has no room, and refuses no change for it', async () => {
    const long = 'x'.repeat(400);
    await append([aFact('colour', { key: long })], { origin: { ...anna, actor: long } });
    const [event] = await list({});
    expect([event?.key, event?.origin.actor]).toEqual(['x'.repeat(255), 'x'.repeat(255)]);
  });
});

describe('a list of events with long texts', () => {
  const long = '🏁'.repeat(501);
  const cut = `${'🏁'.repeat(500)}…`;

  it('has the beginning of what people wrote of changes, which others read whole', async () => {
    const after = { message: long, comment: long, state: 'pending', step: 2 };
    await append([aFact('c', { type: 'change', action: 'proposed', after })]);
    await append([aFact('p', { type: 'policy', action: 'bypassed', after: { reason: long } })]);
    await append([aFact('f', { after: { description: long } })]);
    expect((await list({})).map((event) => event.after)).toEqual([
      { description: long },
      { reason: cut },
      { message: cut, comment: cut, state: 'pending', step: 2 },
    ]);
    expect((await read(({ audit }) => audit.after(0, 1)))[0]).toMatchObject({ after });
  });

  it('is in its order, however little of it is read at once', async () => {
    const after = { message: 'x'.repeat(3_000_000) };
    for (const key of ['a', 'b', 'c']) await append([aFact(key, { type: 'change', after })]);
    await append([aFact('d')]);
    expect(await keysOf({})).toEqual(['d', 'c', 'b', 'a']);
    expect(await keysOf({ limit: 2 })).toEqual(['d', 'c']);
    expect(await keysOf({ namespaceKey: 'nowhere' })).toEqual([]);
  });
});

describe('a list of events', () => {
  beforeEach(async () => {
    await append([aFact('a')], { at: 10 });
    await append([aFact('a', { action: 'updated' })], { at: 20 });
    await append([aFact('b')], { at: 30, origin: { ...anna, actor: 'ben' } });
    await append([aFact('a', { namespaceKey: 'other' })], { at: 40 });
    const dutch = { type: 'segment', key: 'dutch', segmentKey: 'dutch' } as const;
    await append([{ ...dutch, namespaceKey: 'shop', action: 'deleted', before: {}, after: undefined }], {
      at: 50,
    });
  });

  it('is the latest first, as many as are wanted, from any place on', async () => {
    expect(await keysOf({ limit: 2 })).toEqual(['dutch', 'a']);
    expect(await keysOf({ limit: 2, before: 4 })).toEqual(['b', 'a']);
    expect(await keysOf({ before: 1 })).toEqual([]);
  });

  it.each([
    [{ namespaceKey: 'shop' }, [5, 3, 2, 1]],
    [{ namespaceKey: 'shop', flagKey: 'a' }, [2, 1]],
    [{ segmentKey: 'dutch' }, [5]],
    [{ type: 'flag' }, [4, 3, 2, 1]],
    [{ action: 'updated' }, [2]],
    [{ actor: 'ben' }, [3]],
    [{ from: 20, to: 40 }, [3, 2]],
    [{ from: 40 }, [5, 4]],
    [{ to: 20 }, [1]],
    [{ namespaceKey: 'shop', type: 'flag', from: 15 }, [3, 2]],
  ] as const)('holds what is asked for: %j', async (query, positions) => {
    expect((await list(query)).map(({ position }) => position)).toEqual(positions);
  });
});

describe('what is too old', () => {
  it('is deleted from the earliest on, no more than is told', async () => {
    for (const at of [10, 20, 30, 40]) await append([aFact(`at ${at}`)], { at });
    const remove = async (before: number, upTo: number, limit: number): Promise<number> =>
      write(({ audit }) => audit.deleteOldest(before, upTo, limit));
    expect(await remove(35, 2, 1)).toBe(1);
    expect(await keysOf({})).toEqual(['at 40', 'at 30', 'at 20']);
    expect(await remove(35, 2, 10)).toBe(1);
    expect(await remove(35, 2, 10)).toBe(0);
    expect(await keysOf({})).toEqual(['at 40', 'at 30']);
    await append([aFact('next')]);
    expect((await list({}))[0]?.position).toBe(5);
  });

  it('takes along what sinks would not take of it', async () => {
    await append([aFact('first'), aFact('second')], { at: 10 });
    const letter = { sink: 'webhook', body: '{}', reason: 'it was answered 400', attempts: 1, failedAt: 5 };
    const bury = async (position: number): Promise<void> =>
      write(({ auditDeliveries }) => auditDeliveries.bury({ ...letter, position }));
    await bury(1);
    await bury(2);
    await write(({ audit }) => audit.deleteOldest(20, 1, 10));
    // There is one letter of a position, so that the second is still there and the first is not.
    await expect(bury(1)).resolves.toBeUndefined();
    await expect(bury(2)).rejects.toThrow();
  });
});
