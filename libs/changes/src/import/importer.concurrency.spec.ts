import { type ImportMode } from '@pennon/document';
import { type Stores } from '@pennon/storage';
import { aFlag } from '@pennon/testing';
import { flag, segment, shop, smallShop } from '../../../../test/support/shop-documents';
import { newTransferHomeForEachTest } from '../../../../test/support/transfer-home';

const home = newTransferHomeForEachTest();

const update: ImportMode = { existing: 'update', prune: false };
const prune: ImportMode = { existing: 'update', prune: true };

/** Creates a flag that no document has. */
async function createOther({ flags }: Stores): Promise<void> {
  await flags.createAll([aFlag('other', { namespaceKey: 'shop' })]);
}

describe('an import that meets others', () => {
  it('is planned anew when somebody has changed the namespace since', async () => {
    await home().importer.import(smallShop, update);
    const intruder = home().overtakenImporter(createOther);
    const { lines, revision: made } = await intruder.import(shop([flag('size', [])]), prune);
    expect(lines).toContainEqual({ sign: '-', depth: 0, text: 'flag other' });
    expect(made).toMatchObject({ revision: 3 });
    expect(await home().exported()).toEqual(shop([flag('size', [])]));
  });

  it('deletes no more than was agreed to when there is more by then', async () => {
    await home().importer.import(shop([flag('a', [])]), update);
    const intruder = home().overtakenImporter(createOther);
    await expect(intruder.import(shop([]), prune, { maxDeletions: 1 })).rejects.toThrow('has changed since');
    expect(await home().revision()).toBe(2);
  });

  it('leaves the revision when somebody has done the same since', async () => {
    await home().importer.import(smallShop, update);
    const intruder = home().overtakenImporter(({ flags }) => flags.deleteAll('shop', ['colour']));
    expect(await intruder.import(shop([], smallShop.segments), prune)).toMatchObject({
      summary: { create: 0, update: 0, delete: 0 },
      revision: { revision: 2 },
    });
    expect(await home().revision()).toBe(2);
  });

  it('finds out that a segment it counts on is gone', async () => {
    await home().importer.import(shop([], [segment('dutch', 'NL')]), update);
    const intruder = home().overtakenImporter(({ segments }) => segments.deleteAll('shop', ['dutch']));
    await expect(intruder.import(shop([flag('colour', [], ['dutch'])]), update)).rejects.toThrow(
      'flag "colour" looks at the unknown segment "dutch"',
    );
  });

  it('works together with another import of the same new namespace', async () => {
    const documents = ['a', 'b', 'c', 'd'].map((name) =>
      shop([flag(`flag-${name}`, ['on'], [`segment-${name}`])], [segment(`segment-${name}`, name)]),
    );
    await Promise.all(documents.map((document) => home().importer.import(document, update)));
    const found = await home().exported();
    expect(found?.flags.map(({ key }) => key).toSorted()).toEqual(['flag-a', 'flag-b', 'flag-c', 'flag-d']);
    expect(await home().revision()).toBe(4);
  });

  it('works together with changes of single flags', async () => {
    await home().importer.import(smallShop, update);
    const { unitOfWork } = home().temporary;
    const keys = Array.from({ length: 10 }, (_, index) => `single-${index}`);
    const many = shop(Array.from({ length: 300 }, (_, index) => flag(`flag-${index}`, ['a', 'b'])));
    await Promise.all([
      home().importer.import(many, update),
      ...keys.map((key) =>
        unitOfWork.change('shop', ({ flags }) => flags.createAll([aFlag(key, { namespaceKey: 'shop' })])),
      ),
    ]);
    expect((await home().exported())?.flags).toHaveLength(311);
    expect(await home().revision()).toBe(12);
  });
});
