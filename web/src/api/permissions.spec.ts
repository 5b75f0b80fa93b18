import { mayCall, mayCallElsewhere, permissionsOf } from './permissions';

const viewerAndEditorOfShop = permissionsOf({
  refused: ['CreateChange', 'CreateNamespace'],
  namespaces: { shop: { refused: ['CreateNamespace'] } },
});

describe('mayCall', () => {
  it.each([
    ['CreateChange', 'default', false],
    ['CreateChange', 'shop', true],
    ['CreateNamespace', 'shop', false],
    ['CreateNamespace', undefined, false],
    ['CreateToken', undefined, true],
  ] as const)('%s in %s: %s', (rpc, namespaceKey, isAllowed) => {
    expect(mayCall(viewerAndEditorOfShop, rpc, namespaceKey)).toBe(isAllowed);
  });
});

describe('mayCallElsewhere', () => {
  it.each([
    ['CreateChange', 'default', true],
    ['CreateChange', 'shop', false],
    ['CreateNamespace', 'default', false],
    ['CreateToken', 'shop', true],
  ] as const)('%s anywhere but in %s: %s', (rpc, namespaceKey, isAllowed) => {
    expect(mayCallElsewhere(viewerAndEditorOfShop, rpc, namespaceKey)).toBe(isAllowed);
  });
});
