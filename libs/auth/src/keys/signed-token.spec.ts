import { Signer, signedBy } from '../../../../test/support/signer';
import { readSignedToken } from './signed-token';

const signer = new Signer('EdDSA');
const unsigned = (): Buffer => Buffer.alloc(64);

describe('the head of a token', () => {
  it('tells the algorithm, and the key if it wants to', () => {
    const text = signer.sign({}, { kid: 'one' });
    expect(readSignedToken(text, ['EdDSA'])).toEqual({ text, algorithm: 'EdDSA', keyId: 'one' });
    expect(readSignedToken(signer.sign({}), ['EdDSA']).keyId).toBeUndefined();
  });

  it.each([
    ['no algorithm', {}],
    ['none', { alg: 'none' }],
    ['None', { alg: 'None' }],
    ['a secret', { alg: 'HS256' }],
    ['one that is not on the list', { alg: 'RS384' }],
    ['another case', { alg: 'rs256' }],
    ['a list of algorithms', { alg: ['RS256'] }],
    ['an extension that must be understood', { alg: 'RS256', crit: ['b64'], b64: true }],
    ['an empty list of extensions', { alg: 'RS256', crit: [] }],
    ['an id that is no text', { alg: 'RS256', kid: 1 }],
    ['null for its id', { alg: 'RS256', kid: null }],
  ])('is refused with %s', (_, header) => {
    expect(() => readSignedToken(signedBy(header, {}, unsigned), ['RS256'])).toThrow();
  });

  it.each(['', '.', '..', 'a.b', 'a.b.c.d.e', 'a..c', 'a.b.', 'e30.e30.!', '[].e30.AA', 'e30.e30.AA'])(
    'is none of %p',
    (text) => {
      expect(() => readSignedToken(text, ['RS256'])).toThrow();
    },
  );

  it('is that of a token of 16 KiB at most', () => {
    const length = signer.sign('').length;
    const longest = signer.sign('x'.repeat(((16 * 1024 - length) * 3) / 4));
    expect(longest.length).toBeLessThanOrEqual(16 * 1024);
    expect(readSignedToken(longest, ['EdDSA']).algorithm).toBe('EdDSA');
    expect(() => readSignedToken(`${longest}AAAA`, ['EdDSA'])).toThrow('the token is too long');
  });
});
