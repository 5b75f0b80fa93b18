import { parseGrants } from './role-authorizer';

const everywhere = undefined;

describe('the roles that a text names', () => {
  it.each(['admin', 'editor', 'viewer'] as const)('may be one for everything: %s', (role) => {
    expect(parseGrants(role)).toEqual([{ role, namespaceKey: everywhere }]);
  });

  it.each([
    ['shop:viewer', 'viewer', 'shop'],
    ['shop:editor', 'editor', 'shop'],
    ['shop:admin', 'admin', 'shop'],
    ['shop_viewer', 'viewer', 'shop'],
    ['my_shop_viewer', 'viewer', 'my_shop'],
    ['a-b_C:editor', 'editor', 'a-b_C'],
    ['viewer:viewer', 'viewer', 'viewer'],
  ])('may be one for a namespace: %s', (text, role, namespaceKey) => {
    expect(parseGrants(text)).toEqual([{ role, namespaceKey }]);
  });

  it('may be several, with blanks around them', () => {
    expect(parseGrants(' viewer ,shop:editor, docs_viewer')).toEqual([
      { role: 'viewer', namespaceKey: everywhere },
      { role: 'editor', namespaceKey: 'shop' },
      { role: 'viewer', namespaceKey: 'docs' },
    ]);
  });

  it.each([
    '',
    ' ',
    ',',
    'Admin',
    'ADMIN',
    'administrator',
    'admin editor',
    'admin;editor',
    '["admin"]',
    '*',
    ':admin',
    'shop:',
    'shop:owner',
    'shop:Admin',
    'shop: admin',
    'shop:docs:admin',
    'shop_editor',
    'shop_admin',
    '_viewer',
    'owner',
    'constructor',
    '__proto__',
    'io.service.auth.role',
  ])('are none in %j', (text) => {
    expect(parseGrants(text)).toEqual([]);
  });

  it('are those that mean something, beside what means nothing', () => {
    expect(parseGrants('owner, viewer, shop:root')).toEqual([{ role: 'viewer', namespaceKey: everywhere }]);
  });
});
