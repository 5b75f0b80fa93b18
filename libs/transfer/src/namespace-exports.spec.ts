import { buildDocument, type ImportMode } from '@pennon/document';
import { smallShop } from '../../../test/support/shop-documents';
import { newTransferHomeForEachTest } from '../../../test/support/transfer-home';

const home = newTransferHomeForEachTest();

const update: ImportMode = { existing: 'update', prune: false };

it('an export says which revision it is of, and what it cannot say', async () => {
  await home().importer.import(smallShop, update);
  const state = await home().temporary.unitOfWork.change('shop', undefined, async ({ rules, contents }) => {
    for (const rule of (await contents.read('shop')).rules) {
      await rules.create({ ...rule, id: 'rule-without', rank: 2, segmentKeys: [] });
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
