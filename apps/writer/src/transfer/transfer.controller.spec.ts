import { type MessageInitShape } from '@bufbuild/protobuf';
import { flipt, pennonTransfer } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';
import { marked } from '../../../../test/support/marked';

const { exportNamespace, importNamespace } = pennonTransfer.TransferService.method;
const { getFlag, getNamespace } = flipt.Flipt.method;
const { ExistingMode } = pennonTransfer;

const { call, expectRefused, revisionOf } = newWriterForEachTest();

type ImportRequest = MessageInitShape<typeof pennonTransfer.ImportNamespaceRequestSchema>;

const shop = {
  version: '1.4',
  namespace: { key: 'shop', name: 'Shop', description: 'All that sells' },
  flags: [
    {
      key: 'colour',
      name: 'Colour',
      type: 'VARIANT_FLAG_TYPE',
      enabled: true,
      variants: [{ key: 'orange', attachment: { hex: '#fa0' } }, { key: 'blue' }],
      rules: [{ segment: 'all', distributions: [{ variant: 'orange', rollout: 100 }] }],
    },
    { key: 'banner', name: 'Banner', type: 'BOOLEAN_FLAG_TYPE', enabled: true },
  ],
  segments: [{ key: 'all', name: 'All', match_type: 'ALL_MATCH_TYPE' }],
};

async function importShop(
  document: object = shop,
  request: ImportRequest = {},
): Promise<pennonTransfer.ImportNamespaceResponse> {
  return call(importNamespace, { namespaceKey: 'shop', document: JSON.stringify(document), ...request });
}

async function exported(namespaceKey = 'shop', sortByKey = false): Promise<typeof shop> {
  const { document } = await call(exportNamespace, { namespaceKey, sortByKey });
  return JSON.parse(document) as typeof shop;
}

function linesOf({ lines }: pennonTransfer.ImportNamespaceResponse): readonly string[] {
  return lines.map(({ sign, depth, text }) => `${sign}${'  '.repeat(depth)} ${text}`);
}

describe('an import', () => {
  it('creates a namespace that there is not, with all that the document has', async () => {
    const answer = await importShop();
    expect(answer).toMatchObject({ namespaceKey: 'shop', linesLeftOut: 0, warnings: [] });
    expect(answer.summary).toMatchObject({ create: 4, update: 0, delete: 0 });
    expect(linesOf(answer)).toEqual(['+ namespace shop', '+ segment all', '+ flag colour', '+ flag banner']);
    expect(answer.revision).toEqual(marked((await revisionOf('shop')) ?? -1));
    expect(await call(getNamespace, { key: 'shop' })).toMatchObject({ name: 'Shop' });
    expect(await exported()).toEqual(shop);
  });

  it('of what is there already changes nothing, not even the revision', async () => {
    const { revision } = await importShop();
    const again = await importShop();
    expect([again.revision, again.lines]).toEqual([revision, []]);
    expect(await revisionOf('shop')).toBe(Number.parseInt(revision ?? ''));
  });

  it('makes what is there what the document says, as one revision', async () => {
    const { revision = '' } = await importShop();
    const answer = await importShop({ ...shop, flags: [{ key: 'colour', name: 'Color' }] });
    expect(answer.revision).toEqual(marked(Number.parseInt(revision) + 1));
    expect(linesOf(answer)).toContain('~   name: "Colour" → "Color"');
    expect(await call(getFlag, { namespaceKey: 'shop', key: 'banner' })).toMatchObject({ key: 'banner' });
  });

  it('leaves what is there alone when told so', async () => {
    await importShop();
    const flags = [
      { key: 'colour', name: 'Color' },
      { key: 'new', name: 'New' },
    ];
    const answer = await importShop({ ...shop, flags }, { existing: ExistingMode.SKIP_EXISTING });
    expect(linesOf(answer)).toEqual(['+ flag new']);
  });

  it('does not both leave what is there alone and delete of it', async () => {
    await importShop();
    const flags = [{ key: 'new', name: 'New' }];
    for (const dryRun of [false, true]) {
      const request = { existing: ExistingMode.SKIP_EXISTING, prune: true, dryRun };
      await expect(importShop({ ...shop, flags }, request)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: 'invalid field prune: must not be given together with existing SKIP_EXISTING',
      });
    }
    expect(await exported()).toEqual(shop);
  });

  it('deletes what the document lacks when told so', async () => {
    await importShop();
    const answer = await importShop({ namespace: 'shop' }, { prune: true });
    expect(answer.summary).toMatchObject({ create: 0, update: 0, delete: 3 });
    expect(await exported()).toMatchObject({ namespace: shop.namespace });
    expect((await exported()).flags).toBeUndefined();
  });

  it('deletes no more than is allowed, and then changes nothing', async () => {
    await importShop();
    const before = await revisionOf('shop');
    const pruning = importShop({ namespace: 'shop' }, { prune: true, maxDeletions: 2 });
    await expect(pruning).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await exported()).toEqual(shop);
    expect(await revisionOf('shop')).toBe(before);
    await importShop({ namespace: 'shop' }, { prune: true, maxDeletions: 3 });
  });

  it('that is only tried tells what it would do, and does nothing', async () => {
    const answer = await importShop(shop, { dryRun: true });
    expect(answer.revision).toBeUndefined();
    expect(answer.summary).toMatchObject({ create: 4 });
    expect(await revisionOf('shop')).toBeUndefined();
    const { revision } = await importShop();
    expect(await importShop({ namespace: 'shop' }, { dryRun: true, prune: true })).toMatchObject({
      revision,
      summary: { delete: 3 },
    });
    expect(await exported()).toEqual(shop);
  });

  it('into the default namespace needs no key', async () => {
    const document = JSON.stringify({ flags: [{ key: 'a', name: 'A' }] });
    expect(await call(importNamespace, { document })).toMatchObject({ namespaceKey: 'default' });
    expect(await call(getFlag, { key: 'a' })).toMatchObject({ key: 'a' });
  });

  it('may look at segments that are there and not in the document', async () => {
    await importShop();
    const flag = { key: 'b', name: 'B', type: 'BOOLEAN_FLAG_TYPE', rollouts: [{ segment: { key: 'all' } }] };
    expect(linesOf(await importShop({ namespace: 'shop', flags: [flag] }))).toEqual(['+ flag b']);
  });

  it('tells what is odd about the document', async () => {
    const segments = [{ key: 'odd', name: 'Odd' }];
    const { warnings } = await importShop({ namespace: 'shop', segments });
    expect(warnings).toEqual([expect.stringMatching(/^1:\d+: segments\[0\]: .*match_type/)]);
  });

  it('tells a thousand lines and counts the others', async () => {
    const flags = Array.from({ length: 1200 }, (_, index) => ({ key: `f${index}`, name: 'n' }));
    const { lines, linesLeftOut, summary } = await importShop({ namespace: 'shop', flags }, { dryRun: true });
    expect([lines.length, linesLeftOut, summary?.create]).toEqual([1000, 201, 1201]);
  });

  it('cuts off lines that are long', async () => {
    await importShop();
    const namespace = { ...shop.namespace, description: '€'.repeat(5000) };
    const { lines } = await importShop({ namespace });
    expect(Math.max(...lines.map(({ text }) => text.length))).toBe(501);
    expect(lines.at(-1)?.text.endsWith('…')).toBe(true);
  });
});

describe('an import is refused', () => {
  const field = 'invalid field document: ';

  it.each<[string, ImportRequest, string]>([
    ['without a document', {}, `${field}must not be empty`],
    [
      'of a document of another namespace',
      { document: '{"namespace":"docs"}' },
      `${field}namespace.key is "docs", and the request is about "shop"`,
    ],
    [
      'with a negative number of deletions',
      { document: '{"namespace":"shop"}', maxDeletions: -1 },
      'invalid field maxDeletions: must not be negative',
    ],
    [
      'of a document that looks at segments that nobody has',
      { document: '{"namespace":"shop","flags":[{"key":"f","name":"F","rules":[{"segment":"s"}]}]}' },
      'flag "f" looks at the unknown segment "s"',
    ],
  ])('%s', async (_, request, message) => {
    await expectRefused(
      call(importNamespace, { namespaceKey: 'shop', ...request }),
      'INVALID_ARGUMENT',
      message,
    );
    expect(await revisionOf('shop')).toBeUndefined();
  });

  it('with the places of what is wrong', async () => {
    await expect(importShop({ namespace: 'shop', flags: [{ key: 'a b' }] })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/\n1:\d+: flags\[0\]\.key: /),
    });
  });
});

describe('an export', () => {
  it('has the revision whose state it is', async () => {
    await importShop();
    const { namespaceKey, revision, omissions } = await call(exportNamespace, { namespaceKey: 'shop' });
    expect({ namespaceKey, revision: Number.parseInt(revision), omissions }).toEqual({
      namespaceKey: 'shop',
      revision: await revisionOf('shop'),
      omissions: [],
    });
  });

  it('may be in the order of keys', async () => {
    await importShop();
    expect((await exported()).flags.map(({ key }) => key)).toEqual(['colour', 'banner']);
    expect((await exported('shop', true)).flags.map(({ key }) => key)).toEqual(['banner', 'colour']);
  });

  it('of the default namespace needs no key', async () => {
    expect(await exported('')).toMatchObject({ version: '1.4', namespace: { key: 'default' } });
  });

  it('of a namespace that there is not is refused', async () => {
    const absent = call(exportNamespace, { namespaceKey: 'absent' });
    await expectRefused(absent, 'NOT_FOUND', 'namespace "absent" not found');
  });
});
