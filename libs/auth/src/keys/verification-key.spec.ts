import { generateKeyPairSync } from 'node:crypto';
import { Signer } from '../../../../test/support/signer';
import { readKeySet } from './verification-key';

const rsa = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];

describe('a set of keys', () => {
  it.each([
    ['RS256', rsa],
    ['ES256', ['ES256']],
    ['ES384', ['ES384']],
    ['ES512', ['ES512']],
    ['EdDSA', ['EdDSA']],
  ] as const)('has a key of %s for the algorithms of its type alone', (algorithm, algorithms) => {
    const { jwk, publicKey } = new Signer(algorithm, 'one');
    const [key] = readKeySet({ keys: [jwk] });
    expect(key).toMatchObject({ id: 'one', algorithms });
    expect(key?.key.equals(publicKey)).toBe(true);
  });

  it('holds a key to the algorithm that it is said to be for', () => {
    const { jwk } = new Signer('RS256');
    expect(readKeySet({ keys: [{ ...jwk, alg: 'RS512' }] })).toMatchObject([{ algorithms: ['RS512'] }]);
    expect(readKeySet({ keys: [{ ...jwk, alg: 'HS256' }] })).toMatchObject([{ algorithms: [] }]);
    expect(readKeySet({ keys: [{ ...jwk, alg: 'ES256' }] })).toMatchObject([{ algorithms: [] }]);
  });

  it('passes over what verifies no signature', () => {
    const { jwk } = new Signer('ES256', 'good');
    const others = [
      { ...jwk, use: 'enc' },
      { ...jwk, key_ops: ['sign'] },
      { ...jwk, x: 'AAAA' },
      { kty: 'oct', k: 'c2VjcmV0' },
      { kty: 'new' },
      {},
      null,
      'text',
      [jwk],
    ];
    const good = { ...jwk, use: 'sig', key_ops: ['verify'] };
    expect(readKeySet({ keys: [...others, good, ...others] })).toMatchObject([{ id: 'good' }]);
    expect(readKeySet({ keys: [] })).toEqual([]);
  });

  it('has no use for a key of RSA that can be broken', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    expect(readKeySet({ keys: [publicKey.export({ format: 'jwk' })] })).toMatchObject([{ algorithms: [] }]);
  });

  it.each([null, [], 'text', {}, { keys: {} }, { keys: null }])('is not %p', (document) => {
    expect(() => readKeySet(document)).toThrow('the document must be a set of keys');
  });

  it('has a bound', () => {
    const { jwk } = new Signer('EdDSA');
    expect(readKeySet({ keys: Array.from({ length: 100 }, () => jwk) })).toHaveLength(100);
    expect(() => readKeySet({ keys: Array.from({ length: 101 }, () => jwk) })).toThrow('more than 100 keys');
  });
});
