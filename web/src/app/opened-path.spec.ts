import { openedPath } from './opened-path';

describe('openedPath', () => {
  it('takes the views of a flag for the flag', () => {
    const opened = { namespaceKey: 'shop', flagKey: 'a,b' };
    expect(openedPath('/namespaces/shop/flags/a,b', opened)).toBe('/namespaces/shop/flags/a%2Cb');
    expect(openedPath('/namespaces/shop/flags/a%2Cb/code', opened)).toBe('/namespaces/shop/flags/a%2Cb');
  });

  it('takes what lies below another page for that page', () => {
    const namespaceKey = 'shop';
    expect(openedPath('/namespaces/shop/console/checkout', { namespaceKey, flagKey: 'checkout' })).toBe(
      '/namespaces/shop/console',
    );
    expect(openedPath('/namespaces/shop/flags/new', { namespaceKey })).toBe('/namespaces/shop/flags');
    expect(openedPath('/namespaces/shop/segments/eu', { namespaceKey, segmentKey: 'eu' })).toBe(
      '/namespaces/shop/segments/eu',
    );
    expect(openedPath('/settings/tokens', {})).toBe('/settings/tokens');
  });

  it('knows no page where an address only leads on', () => {
    expect(openedPath('/', {})).toBeUndefined();
    expect(openedPath('/namespaces/shop', { namespaceKey: 'shop' })).toBeUndefined();
  });
});
