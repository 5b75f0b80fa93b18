import { buildDocument, type ImportMode } from '@pennon/document';
import { Changes } from '../commit/changes';
import { UnitOfWork, type Stores } from '@pennon/storage';
import { aFlag } from '@pennon/testing';
import { smallShop } from '../../../../test/support/shop-documents';
import { newTransferHomeForEachTest } from '../../../../test/support/transfer-home';
import { Importer } from '../import/importer';
import { NamespaceExports } from './namespace-exports';

const home = newTransferHomeForEachTest();

const update: ImportMode = { existing: 'update', prune: false };

it('an export says which revision it is of, and what it cannot say', async () => {
  await home().importer.import(smallShop, update);
  const state = await home().temporary.unitOfWork.change('shop', async ({ rules, contents }) => {
    for (const rule of (await contents.read('shop')).rules) {
      await rules.createAll([{ ...rule, id: 'rule-without', rank: 2, segmentKeys: [] }]);
    }
    return contents.read('shop');
  });
  const found = await home().exports.read('shop');
  expect(found).toEqual({
    revision: { revision: 2, mark: expect.any(String) as string },
    ...buildDocument({
      ...state.result,
      namespace: { key: 'shop', name: 'Shop', description: 'what we sell' },
    }),
  });
  expect(found?.omissions).toEqual(['flag "colour": rule 2 has no segment']);
});

it('namespaces are listed with their revisions, in the order of their creation', async () => {
  await home().importer.import(smallShop, update);
  await home().importer.import(
    { ...smallShop, namespace: { ...smallShop.namespace, key: 'another' } },
    update,
  );
  expect(await home().exports.list()).toMatchObject([
    { namespaceKey: 'default', revision: 0 },
    { namespaceKey: 'shop', revision: 1 },
    { namespaceKey: 'another', revision: 1 },
  ]);
  expect(await home().exports.read('nothing')).toBeUndefined();
});

describe('what is read while somebody changes the namespace', () => {
  /** Somebody creates a flag after the first read. */
  class Overtaken extends UnitOfWork {
    private reads = 0;

    override async read<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
      if (this.reads++ === 1) {
        await this.change('shop', ({ flags }) => flags.createAll([aFlag('other', { namespaceKey: 'shop' })]));
      }
      return super.read(work);
    }
  }

  beforeEach(async () => {
    await home().importer.import(smallShop, update);
  });

  it('is exported at the revision of the change', async () => {
    const found = await new NamespaceExports(new Overtaken(home().temporary.database)).read('shop');
    expect(found?.revision.revision).toBe(2);
    expect(found?.document.flags.map(({ key }) => key).toSorted()).toEqual(['colour', 'other']);
  });

  it('is previewed with the change', async () => {
    const overtaken = new Overtaken(home().temporary.database);
    const importer = new Importer(overtaken, new Changes(overtaken, { readOnly: true }));
    const preview = await importer.preview(smallShop, { existing: 'update', prune: true });
    expect(preview).toMatchObject({ revision: { revision: 2 }, lines: [{ sign: '-', text: 'flag other' }] });
  });
});
