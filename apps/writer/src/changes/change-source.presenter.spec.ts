import { type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { flipt, pennonChanges } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createFlag, createVariant, createSegment, createNamespace } = flipt.Flipt.method;
const { method } = pennonChanges.ChangeService;
const { FlagEdit_Rest: Rest } = pennonChanges;

const { call } = newWriterForEachTest();

const namespaceKey = 'shop';
const when = { at: timestampFromMs(Date.now() + 3_600_000) };

beforeEach(async () => {
  await call(createNamespace, { key: namespaceKey, name: 'Shop' });
  const boolean = flipt.FlagType.BOOLEAN_FLAG_TYPE;
  for (const key of ['search', 'banner'])
    await call(createFlag, { namespaceKey, key, name: key, type: boolean });
  await call(createFlag, { namespaceKey, key: 'price', name: 'Price' });
  for (const key of ['low', 'high']) await call(createVariant, { namespaceKey, flagKey: 'price', key });
  await call(createSegment, { namespaceKey, key: 'pros', name: 'Pros' });
});

type NewChange = MessageInitShape<typeof pennonChanges.CreateChangeRequestSchema>;

async function waitingId(change: NewChange): Promise<string> {
  const created = await call(method.createChange, { namespaceKey, when, ...change } as NewChange);
  return created.change?.id ?? '';
}

async function sourceOf(id: string): Promise<pennonChanges.ChangeSource | undefined> {
  const { change } = await call(method.getChange, { namespaceKey, id });
  return change?.source;
}

/** Gives a change its own source again. */
async function giveBack(id: string): Promise<void> {
  const source = (await sourceOf(id))?.source;
  await call(method.updateChange, { namespaceKey, id, [source?.case ?? '']: source?.value });
}

const edits: MessageInitShape<typeof pennonChanges.EditsSourceSchema> = {
  flags: [
    { key: 'search', percentage: 20, value: true, name: 'Find', off: true, reason: 'incident' },
    { key: 'banner', off: false, enabled: false, description: '' },
    {
      ...{ key: 'price', weights: { low: 30.5, high: 60 }, rest: Rest.NOTHING, segments: ['pros'] },
      ...{
        defaultVariant: '',
        segmentOperator: 0,
        metadata: { deep: [1, { a: null }] },
        removeMetadata: ['old'],
      },
    },
  ],
  segments: [
    {
      ...{ key: 'pros', name: 'Professionals', description: 'all' },
      addConstraints: [{ type: 1, property: 'plan', operator: 'eq', value: 'pro', description: 'new' }],
      removeConstraints: [{ type: 2, property: 'age', operator: 'gt', value: '3' }],
    },
  ],
};

it('the source of a change with edits is the edits, and can be given again', async () => {
  const id = await waitingId({ source: { case: 'edits', value: edits } });
  const source = await sourceOf(id);
  expect(source).toMatchObject({ source: { case: 'edits', value: edits } });
  await giveBack(id);
  expect(await sourceOf(id)).toEqual(source);
});

it('the source of a change with a document says all of it, and can be given again', async () => {
  const off = { reason: 'incident' };
  const attachment = '{"z":12345678901234567890,"a":[]}';
  const document = `{"flags":[
    {"key":"search","name":"Find","type":"BOOLEAN_FLAG_TYPE","enabled":true,"off":false},
    {"key":"banner","name":"banner","type":"BOOLEAN_FLAG_TYPE","enabled":false,"off":${JSON.stringify(off)}},
    {"key":"price","name":"Price","type":"VARIANT_FLAG_TYPE","enabled":true,
     "variants":[{"key":"low","attachment":${attachment}}]}],
    "segments":[{"key":"new","name":"New","match_type":"ANY_MATCH_TYPE"}]}`;
  const deletions = { flags: ['gone'], segments: ['pros'] };
  const id = await waitingId({ source: { case: 'document', value: { document, deletions } } });
  const source = await sourceOf(id);
  expect(source).toMatchObject({ source: { case: 'document', value: { deletions } } });
  const text = source?.source.case === 'document' ? source.source.value.document : '';
  expect(JSON.parse(text)).toEqual(JSON.parse(document));
  expect(text).toContain(attachment);
  await giveBack(id);
  expect(await sourceOf(id)).toEqual(source);
});

it('the source of a change that deletes alone, and of one that restores, are documents', async () => {
  const deletions = { flags: ['search'], segments: [] };
  const deleting = await waitingId({ source: { case: 'document', value: { deletions } } });
  expect(await sourceOf(deleting)).toMatchObject({
    source: { case: 'document', value: { document: '', deletions } },
  });
  const restoring = await waitingId({
    source: { case: 'restore', value: { revision: '2', flags: ['search', 'price'] } },
  });
  const source = await sourceOf(restoring);
  expect(source).toMatchObject({ source: { value: { deletions: { flags: ['price'] } } } });
  await giveBack(restoring);
  expect(await sourceOf(restoring)).toEqual(source);
});

it('a change that ended shows its source and what it wanted to change, and a list leaves the source out', async () => {
  const id = await waitingId({
    source: { case: 'edits', value: { flags: [{ key: 'search', name: 'Find' }] } },
  });
  await call(method.cancelChange, { namespaceKey, id });
  const { change, items, changed, summary } = await call(method.getChange, { namespaceKey, id });
  expect(change?.source).toMatchObject({ source: { value: { flags: [{ key: 'search', name: 'Find' }] } } });
  expect(
    items.map(({ before = '{}', after = '{}' }) => JSON.parse(`[${before},${after}]`) as unknown),
  ).toMatchObject([
    [
      { key: 'search', name: 'search' },
      { key: 'search', name: 'Find' },
    ],
  ]);
  expect([changed, summary]).toEqual([false, undefined]);
  const { changes } = await call(method.listChanges, { namespaceKey });
  expect(changes.map(({ source }) => source)).toEqual([undefined]);
});
