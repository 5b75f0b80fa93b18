import { sortByKey, type ImportMode } from '@pennon/document';
import type { FlagState } from '@pennon/state';
import { ManualClock, SOME_MOMENT } from '@pennon/testing';
import { flag, segment, shop, smallShop } from '../../../../test/support/shop-documents';
import { newTransferHomeForEachTest } from '../../../../test/support/transfer-home';

const home = newTransferHomeForEachTest();

const update: ImportMode = { existing: 'update', prune: false };
const skip: ImportMode = { existing: 'skip', prune: false };
const prune: ImportMode = { existing: 'update', prune: true };

const nothing = { summary: { create: 0, update: 0, delete: 0 }, lines: [], linesLeftOut: 0 };

describe('an import', () => {
  it('creates a namespace with everything in it', async () => {
    const { lines, summary, revision: made } = await home().importer.import(smallShop, update);
    expect(lines.map(({ sign, text }) => `${sign} ${text}`)).toEqual([
      '+ namespace shop',
      '+ segment dutch',
      '+ flag colour',
    ]);
    expect(summary).toEqual({ create: 3, update: 0, delete: 0 });
    expect(made).toMatchObject({ revision: 1 });
    expect(await home().exported()).toEqual(smallShop);
  });

  it('raises the revision by one, however much it changes', async () => {
    await home().importer.import(smallShop, update);
    const more = shop(
      [...smallShop.flags, flag('size', ['s', 'm']), flag('taste', [])],
      [...smallShop.segments, segment('all')],
    );
    expect((await home().importer.import(more, update)).revision).toMatchObject({ revision: 2 });
    expect(await home().revision()).toBe(2);
  });

  it('of what is there already changes nothing, and leaves the revision', async () => {
    await home().importer.import(smallShop, update);
    const outcome = await home().importer.import(smallShop, prune);
    expect(outcome).toMatchObject({ ...nothing, revision: { revision: 1 } });
    expect(await home().revision()).toBe(1);
  });

  it('into the namespace that is always there keeps it protected', async () => {
    await home().importer.import(
      { ...smallShop, namespace: { ...smallShop.namespace, key: 'default' } },
      update,
    );
    const found = await home().temporary.unitOfWork.read((stores) => stores.namespaces.find('default'));
    expect(found).toMatchObject({ name: 'Shop', isProtected: true, revision: 1 });
  });

  it('keeps the rows of what stays', async () => {
    await home().importer.import(smallShop, update);
    const before = await home().temporary.rows('rules');
    const renamed = shop(
      smallShop.flags.map((one) => ({ ...one, name: 'Colours' })),
      smallShop.segments,
    );
    await home().importer.import(renamed, update);
    expect(await home().exported()).toEqual(renamed);
    expect(await home().temporary.rows('rules')).toEqual(before);
  });

  it('changes flags, variants, rules, distributions, segments and constraints where they are', async () => {
    await home().importer.import(smallShop, update);
    const changed = shop(
      [
        flag('colour', ['red', 'blue', 'green'], ['belgian', 'dutch'], {
          name: 'Colours',
          isEnabled: false,
          metadata: { owner: 'us' },
          defaultVariantKey: 'green',
        }),
      ],
      [segment('dutch', 'NL', 'SR'), segment('belgian', 'BE')],
    );
    await home().importer.import(changed, prune);
    expect(await home().exported()).toEqual(changed);
  });

  it('changes rollouts where they are', async () => {
    const rollouts = (first: 'dutch' | 'belgian', percent: number): FlagState['rollouts'] => [
      {
        description: 'here',
        step: { type: 'segment', segmentKeys: [first], segmentOperator: 'or', value: true },
      },
      { description: '', step: { type: 'threshold', percent, value: false } },
    ];
    const beta = flag('beta', [], [], { type: 'boolean', rollouts: rollouts('dutch', 5) });
    await home().importer.import(shop([beta], [segment('dutch', 'NL')]), update);
    const changed = shop(
      [{ ...beta, rollouts: rollouts('belgian', 50).toReversed() }],
      [segment('belgian', 'BE')],
    );
    await home().importer.import(changed, prune);
    expect(await home().exported()).toEqual(changed);
  });

  it('makes a flag of another type', async () => {
    await home().importer.import(smallShop, update);
    const beta = shop([flag('colour', ['red'], ['dutch'], { type: 'boolean' })], smallShop.segments);
    await home().importer.import(beta, update);
    expect(await home().exported()).toEqual(beta);
  });

  it('leaves what the document lacks, unless it prunes', async () => {
    await home().importer.import(smallShop, update);
    const other = shop([flag('size', ['s'])]);
    await home().importer.import(other, update);
    expect(await home().exported()).toEqual(shop([...smallShop.flags, ...other.flags], smallShop.segments));
    await home().importer.import(other, prune);
    expect(await home().exported()).toEqual(other);
  });

  it('deletes, makes anew and creates in one go', async () => {
    await home().importer.import(
      shop(
        [flag('gone', ['a'], ['old']), flag('other', ['a'], ['old', 'kept']), flag('stays', [], ['kept'])],
        [segment('old', 'NL'), segment('kept', 'BE')],
      ),
      update,
    );
    const next = shop(
      [
        flag('stays', ['b'], ['new']),
        flag('other', ['a'], ['new'], { type: 'boolean' }),
        flag('new', ['c'], ['kept', 'new']),
      ],
      [segment('kept', 'BE'), segment('new', 'FR')],
    );
    await home().importer.import(next, prune);
    const { flags, segments } = sortByKey(next);
    const exported = await home().exported();
    expect(exported && sortByKey(exported)).toMatchObject({ flags, segments });
    expect(await home().temporary.rows('rules')).toHaveLength(4);
  });

  it('leaves what exists when it skips, and creates the rest', async () => {
    await home().importer.import(smallShop, update);
    const other = shop([flag('colour', ['black']), flag('size', ['s'])]);
    await home().importer.import(other, skip);
    expect(await home().exported()).toEqual(
      shop([...smallShop.flags, ...other.flags.slice(1)], smallShop.segments),
    );
  });

  it('takes the default variant from a flag when it prunes the variant', async () => {
    await home().importer.import(
      shop([flag('colour', ['red', 'blue'], [], { defaultVariantKey: 'blue' })]),
      update,
    );
    await home().importer.import(shop([flag('colour', ['red'])]), prune);
    expect(await home().exported()).toEqual(shop([flag('colour', ['red'])]));
  });

  it('keeps the order of a document of many flags, and of all that is in them', async () => {
    const flags = Array.from({ length: 600 }, (_, index) =>
      flag(`flag-${600 - index}`, ['c', 'a', 'b'], ['dutch', 'belgian'], { metadata: { index } }),
    );
    const many = shop(flags, [segment('dutch', 'NL', 'SR'), segment('belgian', 'BE')]);
    await home().importer.import(many, update);
    expect(await home().exported()).toEqual(many);
    await home().importer.import(shop([]), prune);
    expect(await home().exported()).toEqual(shop([]));
  });

  it('takes many long texts', async () => {
    const description = 'x'.repeat(60_000);
    const long = shop(
      Array.from({ length: 12 }, (_, index) => flag(`flag-${index}`, [], [], { description })),
    );
    await home().importer.import(long, update);
    expect(await home().exported()).toEqual(long);
  });

  it('puts what it creates behind what was created by a clock that is ahead', async () => {
    await home().importer.import(
      shop([flag('colour', ['red', 'blue'], ['dutch'])], smallShop.segments),
      update,
    );
    const behind = home().importerAt(new ManualClock(SOME_MOMENT - 1_000_000));
    const more = shop(
      [flag('colour', ['red', 'blue', 'green'], ['dutch']), flag('a', [])],
      smallShop.segments,
    );
    await behind.import(more, update);
    expect(await home().exported()).toEqual(more);
    expect((await home().importer.preview(more, prune)).lines).toEqual([]);
  });

  it('tells how far it is, up to the end', async () => {
    // From the beginning again where a server asks for the transaction to be run again.
    const words: (readonly [number, number])[] = [];
    const many = shop(Array.from({ length: 250 }, (_, index) => flag(`flag-${index}`, [])));
    await home().importer.import(many, update, { onProgress: (...word) => words.push(word) });
    const begun = words.findLastIndex(([done]) => done === 100);
    expect(words.slice(begun)).toEqual([
      [100, 250],
      [200, 250],
      [250, 250],
    ]);
  });

  it('is followed from revision to revision like any other change', async () => {
    await home().importer.import(smallShop, update);
    const source = home().source;
    const documents = [
      shop([flag('colour', ['red', 'green'], ['dutch'])], smallShop.segments),
      shop(smallShop.flags, [segment('dutch', 'NL', 'SR')]),
      { ...smallShop, namespace: { ...smallShop.namespace, name: 'Store' } },
      shop([flag('size', ['s']), flag('taste', [])], [segment('all')]),
    ];
    for (const document of documents) {
      const held = await source.load('shop');
      await home().importer.import(document, prune);
      expect(held && (await source.update(held))).toEqual(await source.load('shop'));
    }
  });
});

describe('a preview', () => {
  it('says what an import would change, and changes nothing', async () => {
    const { lines, revision: now } = await home().importer.preview(smallShop, prune);
    expect(now).toBeUndefined();
    expect(lines.map(({ text }) => text)).toEqual(['namespace shop', 'segment dutch', 'flag colour']);
    expect(await home().exported()).toBeUndefined();
    await home().importer.import(smallShop, update);
    expect((await home().importer.preview(shop([]), prune)).summary.delete).toBe(2);
    expect(await home().exported()).toEqual(smallShop);
    expect(await home().revision()).toBe(1);
  });
});
