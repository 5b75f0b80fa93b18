import { quote, tokenKeys } from '@pennon/domain';
import { flipt, pennonChanges, pennonFind, timestampOf } from '@pennon/proto';
import { marked } from '../../../../test/support/marked';
import { statementsOf } from '../../../../test/support/statements';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createFlag, createNamespace, createRollout, createSegment, updateFlag } = flipt.Flipt.method;
const { createChange, findFlags, listRevisions } = pennonChanges.ChangeService.method;
const { FlagOrder } = pennonFind;

const { call, callAs, database, expectRefused } = newWriterForEachTest();

beforeEach(async () => {
  for (const namespaceKey of ['shop', 'blog']) {
    await call(createNamespace, { key: namespaceKey, name: namespaceKey });
    const type = flipt.FlagType.BOOLEAN_FLAG_TYPE;
    await call(createFlag, {
      namespaceKey,
      key: 'banner',
      name: 'Banner',
      type,
      metadata: { tags: ['web'] },
    });
    await call(createFlag, { namespaceKey, key: 'colour', name: 'Colour', enabled: true });
  }
});

async function found(request: object = {}, by = call): Promise<readonly string[]> {
  const { flags } = await by(findFlags, request);
  return flags.map(({ namespaceKey, key }) => `${namespaceKey} ${key}`);
}

it('finds flags of all namespaces, page by page, in either order', async () => {
  expect(await found()).toEqual(['blog banner', 'blog colour', 'shop banner', 'shop colour']);
  for (const order of [FlagOrder.FLAG_ORDER_UNSPECIFIED, FlagOrder.KEY_FIRST]) {
    const all = await found({ order });
    const { nextPageToken: pageToken } = await call(findFlags, { order, limit: 3 });
    expect(await found({ order, limit: 3, pageToken })).toEqual(all.slice(3));
  }
  expect(await found({ order: FlagOrder.KEY_FIRST })).toEqual([
    ...['blog banner', 'shop banner', 'blog colour', 'shop colour'],
  ]);
});

it('finds flags by words, tags, segment and state', async () => {
  expect(await found({ text: ' BAN ner ' })).toEqual(['blog banner', 'shop banner']);
  expect(await found({ tag: ['web', 'web', ''], enabled: false })).toEqual(['blog banner', 'shop banner']);
  expect(await found({ tag: [''] })).toHaveLength(4);
  expect(await found({ enabled: true })).toEqual(['blog colour', 'shop colour']);
  expect(await found({ off: true })).toEqual([]);
  const edits = { flags: [{ key: 'colour', off: true, reason: 'no' }], segments: [] };
  await call(createChange, { namespaceKey: 'shop', source: { case: 'edits', value: edits } });
  expect(await found({ off: true })).toEqual(['shop colour']);
  expect(await found({ segmentKey: 'beta' })).toEqual([]);
});

it('tells what each flag is, and the last revision of it or of its segments', async () => {
  const shop = { namespaceKey: 'shop' };
  await call(createSegment, { ...shop, key: 'beta', name: 'Beta' });
  const rule = { case: 'segment' as const, value: { segmentKeys: ['beta'], value: true } };
  await call(createRollout, { ...shop, flagKey: 'banner', rank: 1, rule });
  const { flags } = await call(findFlags, { segmentKey: 'beta' });
  expect(flags).toMatchObject([
    {
      ...{ ...shop, key: 'banner', name: 'Banner', enabled: false, off: false, tags: ['web'] },
      ...{ type: flipt.FlagType.BOOLEAN_FLAG_TYPE, lastRevision: marked(5) },
    },
  ]);
});

it('finds flags of the namespaces that the caller may read, in four statements', async () => {
  const visibleNamespaces = new Set(['blog']);
  expect(await found({}, callAs({ visibleNamespaces }))).toEqual(['blog banner', 'blog colour']);
  const statements = await statementsOf(database(), async () => found());
  expect(statements.filter((sql) => sql.startsWith('SELECT'))).toHaveLength(4);
});

it.each(['a', ':', 'a:', 'a\0:b', 'a:b:c'])('refuses the page token %j', async (pageToken) => {
  await expectRefused(
    found({ pageToken }),
    'INVALID_ARGUMENT',
    `invalid field pageToken: is not valid: ${quote(pageToken)}`,
  );
});

it('finds flags of one namespace, by name or the latest change first', async () => {
  const namespaceKey = 'shop';
  await call(createFlag, { namespaceKey, key: 'zoom', name: 'a zoom: 1' });
  await call(updateFlag, { namespaceKey, key: 'colour', name: 'Bold' });
  expect(await found({ namespaceKey })).toEqual(['shop banner', 'shop colour', 'shop zoom']);
  const orders = [
    [FlagOrder.NAME_FIRST, ['shop zoom', 'shop banner', 'shop colour']],
    [FlagOrder.LAST_CHANGED_FIRST, ['shop colour', 'shop zoom', 'shop banner']],
  ] as const;
  for (const [order, all] of orders) {
    expect(await found({ namespaceKey, order })).toEqual(all);
    const { nextPageToken: pageToken } = await call(findFlags, { namespaceKey, order, limit: 1 });
    expect(await found({ namespaceKey, order, pageToken })).toEqual(all.slice(1));
    const statements = await statementsOf(database(), async () => found({ namespaceKey, order }));
    expect(statements.filter((sql) => sql.startsWith('SELECT'))).toHaveLength(5);
    await expectRefused(
      found({ order }),
      'INVALID_ARGUMENT',
      `invalid field namespaceKey: must be given with the order ${FlagOrder[order]}`,
    );
  }
  expect(await found({ namespaceKey: 'gone' })).toEqual([]);
});

it('tells who changed a flag last and when, and how many changes wait for it', async () => {
  const namespaceKey = 'shop';
  const document = JSON.stringify({ namespace: namespaceKey, flags: [{ key: 'colour', name: 'Hue' }] });
  const source = { case: 'document', value: { document } } as const;
  const times = { createdAt: 1, updatedAt: 1, expiresAt: undefined };
  const metadata = { [tokenKeys.name]: 'ana' };
  const ana = callAs({ identity: { id: 'one', method: 'token', metadata, ...times } });
  await ana(updateFlag, { namespaceKey, key: 'colour', name: 'Tint' });
  await call(createChange, { namespaceKey, source, mode: pennonChanges.ChangeMode.PROPOSE });
  const at = timestampOf((Date.now() + 3_600_000) * 1000);
  await call(createChange, { namespaceKey, source, when: { at } });
  const { revisions } = await call(listRevisions, { namespaceKey, limit: 1 });
  const { flags } = await call(findFlags, { text: 'colour', segmentKey: '' });
  expect(flags).toMatchObject([
    { namespaceKey: 'blog', waitingChanges: 0 },
    { ...{ namespaceKey, waitingChanges: 2, lastChangedBy: 'ana' }, lastChangedAt: revisions[0]?.at },
  ]);
});

it.each(['shop:banner', 'x:shop:banner', ':shop'])(
  'refuses the page token %j of another order',
  async (pageToken) => {
    const order = FlagOrder.LAST_CHANGED_FIRST;
    await expectRefused(
      found({ namespaceKey: 'shop', order, pageToken }),
      'INVALID_ARGUMENT',
      `invalid field pageToken: is not valid: ${quote(pageToken)}`,
    );
  },
);
