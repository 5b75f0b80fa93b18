import { type ImportMode, type NamespaceDocument } from '@pennon/document';
import { InvalidArgumentError } from '@pennon/domain';
import { flag, segment, shop, smallShop } from '../../../../test/support/shop-documents';
import { newTransferHomeForEachTest } from '../../../../test/support/transfer-home';

const home = newTransferHomeForEachTest();

const update: ImportMode = { existing: 'update', prune: false };
const prune: ImportMode = { existing: 'update', prune: true };

describe('what an import cannot do', () => {
  const rule = { segmentKeys: ['dutch'], segmentOperator: 'or' as const, distributions: [] };
  const refused: readonly (readonly [string, NamespaceDocument, string])[] = [
    [
      'a rule that looks at an unknown segment',
      shop([flag('colour', [], ['french'])]),
      'flag "colour" looks at the unknown segment "french"',
    ],
    [
      'a default variant that the flag has not',
      shop([flag('size', [], [], { defaultVariantKey: 'xl' })]),
      'flag "size" names the unknown variant "xl"',
    ],
    [
      'a distribution to a variant that the flag has not',
      shop(
        [
          flag('size', ['s'], [], {
            rules: [{ ...rule, distributions: [{ variantKey: 'xl', rolloutPercent: 100 }] }],
          }),
        ],
        smallShop.segments,
      ),
      'flag "size" names the unknown variant "xl"',
    ],
    [
      'half of a character',
      shop([flag('colour', []), flag('size', ['s', 'm'], [], { description: 'a\ud800b' })]),
      'invalid field flags[2].description: must not hold half of a character',
    ],
  ];

  it.each(refused)('%s is refused, and nothing is changed', async (_name, document, message) => {
    await home().importer.import(smallShop, update);
    const first = shop([flag('first', ['a']), ...document.flags], [segment('new'), ...document.segments]);
    const refusal = home().importer.import(first, update);
    await expect(refusal).rejects.toThrow(InvalidArgumentError);
    await expect(refusal).rejects.toThrow(message);
    expect(await home().exported()).toEqual(smallShop);
    expect(await home().revision()).toBe(1);
  });

  it('a failure on the way leaves a namespace that was not there not there', async () => {
    const broken = flag('size', [], [], { defaultVariantKey: 'xl' });
    await expect(home().importer.import(shop([flag('colour', []), broken]), update)).rejects.toThrow(
      InvalidArgumentError,
    );
    expect(await home().exported()).toBeUndefined();
  });

  it('more deletions than were agreed to are refused, and nothing is changed', async () => {
    await home().importer.import(shop([flag('a', []), flag('b', [])], [segment('all')]), update);
    await expect(home().importer.import(shop([]), prune, { maxDeletions: 2 })).rejects.toThrow(
      'would delete 3 things in namespace "shop", and no more than 2 were agreed to',
    );
    expect(await home().revision()).toBe(1);
    await home().importer.import(shop([]), prune, { maxDeletions: 3 });
    expect(await home().exported()).toEqual(shop([]));
  });
});
