import { SERVICE_ORIGIN, type RevisionItem } from '@pennon/domain';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';
import { type NewRevision } from './history.store';

const { read, write } = newDatabaseForEachTest();

function entry(revision: number, { at = revision, actor = 'ada', namespaceKey = 'shop' } = {}): NewRevision {
  return {
    namespaceKey,
    revision,
    markBefore: '',
    at,
    origin: revision % 2 === 0 ? 'import' : 'api',
    author: { ...SERVICE_ORIGIN, actor },
    message: `message ${revision}`,
    requestId: 'r',
    changeId: undefined,
  };
}

/** No waiting change is based on any revision. */
const noNeed: ReadonlyMap<string, number> = new Map();

function item(kind: RevisionItem['kind'], key: string, before?: string): RevisionItem {
  return { kind, key, action: before === undefined ? 'created' : 'updated', createdAt: 7, before };
}

beforeEach(async () => {
  await write(async ({ history }) => {
    await history.append(entry(1), [item('namespace', '')]);
    await history.append(entry(2), [item('flag', 'a'), item('flag', 'b'), item('segment', 'a')]);
    await history.append(entry(3, { actor: 'bob' }), [item('flag', 'a', 'a at 2')]);
    await history.append(entry(4), [item('flag', 'a', 'a at 3'), item('segment', 'a', 'segment at 2')]);
    await history.append(entry(1, { namespaceKey: 'other' }), [item('flag', 'a')]);
  });
});

it('lists revisions, the latest first, of one subject, author or origin, page by page', async () => {
  const revisionsOf = (query: object): Promise<readonly number[]> =>
    read(async ({ history }) =>
      (await history.list({ namespaceKey: 'shop', limit: 10, ...query })).map(({ revision }) => revision),
    );
  expect(await revisionsOf({})).toEqual([4, 3, 2, 1]);
  expect(await revisionsOf({ subjects: [{ kind: 'segment', key: 'a' }] })).toEqual([4, 2]);
  const both = [
    { kind: 'segment', key: 'a' },
    { kind: 'flag', key: 'b' },
  ];
  expect(await revisionsOf({ subjects: both })).toEqual([2]);
  expect(await revisionsOf({ actors: ['bob'] })).toEqual([3]);
  expect(await revisionsOf({ origin: 'import', limit: 1 })).toEqual([4]);
  expect(await revisionsOf({ origin: 'import', below: 4 })).toEqual([2]);
});

it('lists the beginning of a long message, and finds all of it', async () => {
  const long = '🏁'.repeat(501);
  await write(({ history }) => history.append({ ...entry(5), message: long }, []));
  await write(({ history }) => history.append({ ...entry(6), message: long.slice(2) }, []));
  const listed = await read(({ history }) => history.list({ namespaceKey: 'shop', limit: 3 }));
  expect(listed.map(({ message }) => message)).toEqual([
    '🏁'.repeat(500),
    `${'🏁'.repeat(500)}…`,
    'message 4',
  ]);
  expect(await read(({ history }) => history.find('shop', 5))).toMatchObject({ message: long });
});

it('tells what a revision changed in lines, unless a version before wrote it', async () => {
  const lines = { first: ['+ flag a', '~ flag b, name: "B" → "ß"'], leftOut: 3 };
  await write(({ history }) => history.append({ ...entry(5), lines }, []));
  const listed = await read(({ history }) => history.list({ namespaceKey: 'shop', limit: 2 }));
  expect(listed.map((one) => one.lines)).toEqual([lines, undefined]);
  expect(await read(({ history }) => history.find('shop', 5))).toMatchObject({ lines });
});

it('tells who made a revision and what it changed', async () => {
  const { markBefore: _, ...told } = entry(4);
  expect(await read(({ history }) => history.find('shop', 4))).toStrictEqual({
    ...told,
    subjects: [
      { kind: 'flag', key: 'a', action: 'updated' },
      { kind: 'segment', key: 'a', action: 'updated' },
    ],
    subjectCount: 2,
  });
  expect(await read(({ history }) => history.find('shop', 9))).toBeUndefined();
});

it('pages through the items of a revision by kind and key', async () => {
  const first = await read(({ history }) => history.items('shop', 2, 2));
  expect(first.map(({ kind, key }) => `${kind} ${key}`)).toEqual(['flag a', 'flag b']);
  const rest = await read(({ history }) => history.items('shop', 2, 2, first[1]));
  expect(rest).toEqual([item('segment', 'a')]);
});

it('finds for each subject its first change after a revision, and what it was before', async () => {
  const changed = await read(({ history }) => history.changedAfter('shop', 2));
  expect(new Set(changed)).toEqual(
    new Set([
      { kind: 'flag', key: 'a', revision: 3 },
      { kind: 'segment', key: 'a', revision: 4 },
    ]),
  );
  const items = await read(({ history }) => history.itemsOf('shop', changed));
  expect(new Set(items.map(({ before }) => before))).toEqual(new Set(['a at 2', 'segment at 2']));
  expect(await read(({ history }) => history.changedAfter('shop', 2, 3))).toHaveLength(1);
});

it('finds the last change of some subjects since a revision', async () => {
  const subjects = [
    { kind: 'flag', key: 'a' },
    { kind: 'flag', key: 'b' },
  ] as const;
  expect(await read(({ history }) => history.lastChanges('shop', 2, subjects))).toEqual([
    { kind: 'flag', key: 'a', revision: 4 },
  ]);
  expect(await read(({ history }) => history.lastChanges('shop', 0, subjects, [4]))).toContainEqual({
    ...{ kind: 'flag', key: 'a', revision: 3 },
  });
  expect(await read(({ history }) => history.lastChanges('shop', 0, []))).toEqual([]);
});

describe('what is old', () => {
  it('goes by age, with its items, without a gap', async () => {
    await write(({ history }) => history.append(entry(5, { at: 2 }), [item('flag', 'c')]));
    expect(await write(({ history }) => history.deleteOlder(2, 10, noNeed))).toBe(2);
    expect(await read(({ history }) => history.earliest('shop'))).toBe(2);
    expect(await read(({ history }) => history.earliest('other'))).toBeUndefined();
    // The clock was set back for the fifth: those before it go with it.
    await write(({ history }) => history.deleteOlder(3, 10, noNeed));
    expect(await read(({ history }) => history.earliest('shop'))).toBeUndefined();
    expect(await read(({ history }) => history.items('shop', 4, 10))).toEqual([]);
  });

  it('goes by number, namespace by namespace, some at a time', async () => {
    expect(await write(({ history }) => history.deleteBeyond(1, 2, noNeed))).toBe(2);
    expect(await read(({ history }) => history.earliest('shop'))).toBe(3);
    expect(await write(({ history }) => history.deleteBeyond(1, 2, noNeed))).toBe(1);
    expect(await write(({ history }) => history.deleteBeyond(1, 2, noNeed))).toBe(0);
    expect(await read(({ history }) => history.earliest('shop'))).toBe(4);
    expect(await read(({ history }) => history.earliest('other'))).toBe(1);
  });

  it('stays as far as it is needed, and others go on', async () => {
    const needed = new Map([['shop', 2]]);
    expect(await write(({ history }) => history.deleteOlder(9, 10, needed))).toBe(3);
    expect(await read(({ history }) => history.earliest('shop'))).toBe(3);
    expect(await read(({ history }) => history.earliest('other'))).toBeUndefined();
    await write(({ history }) => history.append(entry(2, { namespaceKey: 'other' }), []));
    await write(({ history }) => history.append(entry(3, { namespaceKey: 'other' }), []));
    expect(await write(({ history }) => history.deleteBeyond(1, 10, needed))).toBe(1);
    expect(await write(({ history }) => history.deleteBeyond(1, 10, needed))).toBe(0);
    expect(await read(({ history }) => history.earliest('shop'))).toBe(3);
    expect(await read(({ history }) => history.earliest('other'))).toBe(3);
  });
});

describe('of a revision that others have put back', () => {
  const shop = { namespaceKey: 'shop', limit: 10 };

  it('tells the latest five, and how it was released', async () => {
    const approvedBy = [{ ...SERVICE_ORIGIN, actor: 'bob' }];
    await write(({ history }) => history.append({ ...entry(5), release: { approvedBy } }, []));
    for (let by = 6; by < 12; by++)
      await write(({ history }) => history.noteRevert('shop', { revision: 5 }, { revision: by, mark: 'm' }));
    const [latest] = await read(({ history }) => history.list(shop));
    const revertedBy = [7, 8, 9, 10, 11].map((revision) => ({ revision, mark: 'm' }));
    expect(latest?.release).toEqual({ approvedBy, revertedBy });
  });

  it('tells nothing of one that was lost, and nothing where there is none', async () => {
    await write(({ history }) => history.append({ ...entry(5), markBefore: 'mark of 4' }, []));
    await write(async ({ history }) => {
      await history.noteRevert('shop', { revision: 4, mark: 'lost' }, { revision: 5 });
      await history.noteRevert('shop', { revision: 9 }, { revision: 5 });
    });
    const found = await read(({ history }) => history.list(shop));
    expect(found.map(({ release }) => release)).toEqual(Array.from({ length: 5 }, () => undefined));
  });
});
