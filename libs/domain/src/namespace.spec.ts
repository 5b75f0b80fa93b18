import { resolveNamespaceKey } from './namespace';

describe('the namespace a request means', () => {
  it('is `default` when it names none', () => {
    expect(resolveNamespaceKey('')).toBe('default');
  });

  it.each(['shop', 'default', ' '])('is %j when it says so', (key) => {
    expect(resolveNamespaceKey(key)).toBe(key);
  });
});
