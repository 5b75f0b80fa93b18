import { flipt, pennonChanges, pennonFind } from '@pennon/proto';
import { marked } from '../../../../test/support/marked';
import { statementsOf } from '../../../../test/support/statements';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createFlag, createNamespace, createRollout, createSegment } = flipt.Flipt.method;
const { createChange, findFlags } = pennonChanges.ChangeService.method;
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
  expect(await found({ tag: ['web', 'web'], enabled: false })).toEqual(['blog banner', 'shop banner']);
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

it('finds flags of the namespaces that the caller may read, in three statements', async () => {
  const visibleNamespaces = new Set(['blog']);
  expect(await found({}, callAs({ visibleNamespaces }))).toEqual(['blog banner', 'blog colour']);
  const statements = await statementsOf(database(), async () => found());
  expect(statements.filter((sql) => sql.startsWith('SELECT'))).toHaveLength(3);
});

it.each(['a', ':', 'a:%', 'a%00:b', 'a:b:c'])('refuses the page token %j', async (pageToken) => {
  await expectRefused(found({ pageToken }), 'INVALID_ARGUMENT', `pageToken is not valid: "${pageToken}"`);
});
