import { hashOf, newClientToken } from './client-token';

describe('a client token', () => {
  it('has the prefix and the length that scanners know it by, and nothing that a cookie would quote', () => {
    expect(newClientToken()).toMatch(/^svc_[\w-]{49}$/);
  });

  it('is another one each time', () => {
    const tokens = Array.from({ length: 1000 }, newClientToken);
    expect(new Set(tokens).size).toBe(1000);
  });
});

describe('the hash of a client token', () => {
  it.each([
    ['foo', 'LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564='],
    ['s3cr3t!', '12WvRfeZydBgOGyItkWdA_ospN0y6GT5XO6kO1KVWps='],
  ])('is that of Flipt: %s', (token, hash) => {
    expect(hashOf(token)).toBe(hash);
  });
});
