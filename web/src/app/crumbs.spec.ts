import { crumbsOf } from './crumbs';

const labels = (pathname: string, namespaceKey?: string): string[] =>
  crumbsOf(pathname, namespaceKey).map(({ label }) => label);

describe('crumbsOf', () => {
  it('leads from the namespace over the section to the key', () => {
    expect(crumbsOf('/namespaces/a%20b/flags/checkout/analytics', 'a b')).toEqual([
      { label: 'a b', to: '/namespaces/a%20b/flags' },
      { label: 'Flags', to: '/namespaces/a%20b/flags' },
      { label: 'checkout', to: '/namespaces/a%20b/flags/checkout' },
      { label: 'Analytics', to: '/namespaces/a%20b/flags/checkout/analytics' },
    ]);
  });

  it('shows a key as it is, also one that is called like a page', () => {
    expect(labels('/namespaces/default/flags/history', 'default')).toEqual(['default', 'Flags', 'history']);
    expect(labels('/namespaces/default/flags/new', 'default')).toEqual(['default', 'Flags', 'Create']);
  });

  it('names pages beside the namespaces', () => {
    expect(labels('/settings/tokens')).toEqual(['Settings', 'Static Tokens']);
    expect(labels('/')).toEqual([]);
  });
});
