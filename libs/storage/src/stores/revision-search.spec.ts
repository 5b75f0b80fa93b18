import { SERVICE_ORIGIN, type RevisionItem, type RevisionPlace, type RevisionSearch } from '@pennon/domain';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';
import type { NewRevision } from './history.store';

const { read, write } = newDatabaseForEachTest();

function entry(namespaceKey: string, revision: number, more: Partial<NewRevision> = {}): NewRevision {
  return {
    ...{
      namespaceKey,
      revision,
      markBefore: `${namespaceKey}${revision - 1}`,
      at: revision * 10,
      origin: 'api',
    },
    author: { ...SERVICE_ORIGIN, actor: 'ada' },
    ...{ message: '', requestId: 'r', changeId: undefined },
    ...more,
  };
}

function item(kind: RevisionItem['kind'], key: string): RevisionItem {
  return { kind, key, action: 'created', createdAt: 7, before: undefined };
}

const everything = { namespaceKeys: undefined, behind: undefined, limit: 10 } as const;

async function found(search: Partial<RevisionSearch> = {}): Promise<readonly string[]> {
  const entries = await read(({ history }) => history.search({ ...everything, ...search }));
  return entries.map(({ namespaceKey, revision }) => `${namespaceKey} ${revision}`);
}

beforeEach(async () => {
  await write(async ({ history }) => {
    await history.append(entry('shop', 1), [item('namespace', '')]);
    await history.append(entry('shop', 2, { message: 'Turn it ON, 100% of them' }), [item('flag', 'a')]);
    await history.append(entry('shop', 3, { author: { ...SERVICE_ORIGIN, actor: 'bob' } }), [
      item('flag', 'a'),
      item('segment', 's'),
    ]);
    await history.append(entry('blog', 2), [item('segment', 's')]);
    await history.append(entry('blog', 3, { author: { ...SERVICE_ORIGIN, actor: 'cy' } }), []);
    // At the same moment as two others.
    await history.append(entry('docs', 9, { at: 30, message: '100 of them_' }), []);
  });
});

it('finds revisions of all namespaces, the latest first, and those of one moment in one order', async () => {
  expect(await found()).toEqual(['shop 3', 'docs 9', 'blog 3', 'shop 2', 'blog 2', 'shop 1']);
});

it('finds them page by page, each of them once', async () => {
  const pages: string[] = [];
  let behind: RevisionPlace | undefined;
  for (let page = 0; page < 6; page++) {
    const [next] = await read(({ history }) => history.search({ ...everything, behind, limit: 1 }));
    if (next === undefined) break;
    pages.push(`${next.namespaceKey} ${next.revision}`);
    behind = next;
  }
  expect(pages).toEqual(await found());
  expect(await found({ behind })).toEqual([]);
});

it.each<[Partial<RevisionSearch>, readonly string[]]>([
  [{ namespaceKeys: new Set(['blog', 'docs']) }, ['docs 9', 'blog 3', 'blog 2']],
  [{ namespaceKeys: new Set() }, []],
  [{ actors: ['bob', 'cy'] }, ['shop 3', 'blog 3']],
  [{ origin: 'import' }, []],
  [{ since: 20, until: 30 }, ['shop 2', 'blog 2']],
  [{ kinds: ['segment'] }, ['shop 3', 'blog 2']],
  [{ kinds: ['namespace', 'flag'] }, ['shop 3', 'shop 2', 'shop 1']],
  [{ text: 'turn it on' }, ['shop 2']],
  [{ text: '100%' }, ['shop 2']],
  [{ text: 'THEM_' }, ['docs 9']],
  [{ text: '!' }, []],
])('finds those that are asked for: %j', async (search, expected) => {
  expect(await found(search)).toEqual(expected);
});

it('gives each revision the mark of its own namespace', async () => {
  const entries = await read(({ history }) => history.search(everything));
  const marks = new Map(
    entries.map(({ namespaceKey, revision, mark }) => [`${namespaceKey} ${revision}`, mark]),
  );
  // Nothing came after the last ones, and their namespaces are not there.
  expect(Object.fromEntries(marks)).toEqual({
    ...{ 'shop 1': 'shop1', 'shop 2': 'shop2', 'shop 3': undefined },
    ...{ 'blog 2': 'blog2', 'blog 3': undefined, 'docs 9': undefined },
  });
});

it('counts authors of a namespace, the one of the latest revision first', async () => {
  const actors = async (limit: number): Promise<unknown> =>
    read(({ history }) => history.actors('shop', limit));
  expect(await actors(10)).toEqual([
    { actor: 'bob', revisions: 1, lastAt: 30 },
    { actor: 'ada', revisions: 2, lastAt: 20 },
  ]);
  expect(await actors(1)).toHaveLength(1);
});
