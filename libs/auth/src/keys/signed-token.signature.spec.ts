import { createHmac, sign, generateKeyPairSync } from 'node:crypto';
import { Signer, signedBy, type TestAlgorithm } from '../../../../test/support/signer';
import { asymmetricAlgorithms } from '@pennon/config';
import { readKeySet, type VerificationKey } from './verification-key';
import { readSignedToken, verifySignature } from './signed-token';

/** The default of the setting. */
const allowed = ['RS256', 'RS512', 'ES256', 'ES512', 'EdDSA'];

function keysOf(...signers: readonly Signer[]): readonly VerificationKey[] {
  return readKeySet({ keys: signers.map(({ jwk }) => jwk) });
}

async function verify(text: string, keys: readonly VerificationKey[], list = allowed): Promise<unknown> {
  const payload = await verifySignature(readSignedToken(text, list), keys, list);
  return JSON.parse(Buffer.from(payload).toString()) as unknown;
}

describe('a signature', () => {
  it.each(['RS256', 'RS512', 'ES256', 'ES512', 'EdDSA'] as const)('by %s is verified', async (algorithm) => {
    const signer = new Signer(algorithm);
    expect(await verify(signer.sign({ a: 1 }), keysOf(signer))).toEqual({ a: 1 });
  });

  it.each(['RS384', 'ES384', 'PS256'] as const)(
    'by %s is verified where that is allowed',
    async (algorithm) => {
      const signer = new Signer(algorithm);
      const text = signer.sign({ a: 1 });
      expect(await verify(text, keysOf(signer), [algorithm])).toEqual({ a: 1 });
      await expect(verify(text, keysOf(signer))).rejects.toThrow(`the algorithm ${algorithm} is not allowed`);
    },
  );

  it.each(['RS256', 'ES256', 'EdDSA'] as const)(
    'by the %s key of somebody else is not',
    async (algorithm) => {
      const text = new Signer(algorithm).sign({ a: 1 });
      await expect(verify(text, keysOf(new Signer(algorithm)))).rejects.toThrow('no key verifies');
      await expect(verify(text, [])).rejects.toThrow('no key verifies');
    },
  );

  it('is not that of another payload, head or signature', async () => {
    const signer = new Signer('ES256');
    const [head, , signature] = signer.sign({ role: 'viewer' }).split('.');
    const [otherHead, payload, otherSignature] = signer.sign({ role: 'admin' }, { typ: 'x' }).split('.');
    for (const parts of [
      [head, payload, signature],
      [otherHead, payload, signature],
      [head, payload, otherSignature],
      [otherHead, payload, `${otherSignature?.slice(0, -4)}AAAA`],
    ]) {
      await expect(verify(parts.join('.'), keysOf(signer))).rejects.toThrow('no key verifies');
    }
  });
});

describe('confusion of algorithms', () => {
  const rsa = new Signer('RS256');

  it.each(['HS256', 'HS384', 'HS512'])(
    'a MAC by %s with the public key for its secret is refused',
    async (alg) => {
      const hash = alg.replace('HS', 'sha');
      for (const secret of [rsa.pem(), rsa.pem().trim(), JSON.stringify(rsa.jwk)]) {
        const text = signedBy({ alg }, {}, (input) => createHmac(hash, secret).update(input).digest());
        await expect(verify(text, keysOf(rsa))).rejects.toThrow('not allowed');
        // Not even where the operator could have listed it.
        await expect(verify(text, keysOf(rsa), [alg])).rejects.toThrow('no key verifies');
      }
    },
  );

  it('no signature is refused', async () => {
    for (const alg of ['none', 'None', 'NONE']) {
      const text = `${Buffer.from(JSON.stringify({ alg })).toString('base64url')}.e30.`;
      await expect(async () => verify(text, keysOf(rsa))).rejects.toThrow('not a signed token');
      await expect(async () => verify(`${text}AA`, keysOf(rsa), [alg])).rejects.toThrow('no key verifies');
    }
  });

  it('a token that claims another algorithm than the one of its key is refused', async () => {
    const others: readonly (readonly [TestAlgorithm, string])[] = [
      ['RS256', 'RS512'],
      ['RS256', 'ES256'],
      ['RS256', 'PS256'],
      ['ES256', 'EdDSA'],
      ['ES256', 'ES512'],
      ['EdDSA', 'RS256'],
    ];
    for (const [algorithm, claimed] of others) {
      const signer = new Signer(algorithm);
      const text = signer.sign({}, { alg: claimed });
      await expect(verify(text, keysOf(signer), [...asymmetricAlgorithms])).rejects.toThrow(
        'no key verifies',
      );
    }
  });

  it('a key that the token brings along or points to is not looked at', async () => {
    const attacker = new Signer('RS256');
    for (const header of [
      { jwk: attacker.jwk },
      { jku: 'https://attacker.example/keys' },
      { x5u: 'https://attacker.example/chain' },
      { x5c: [attacker.pem()] },
    ]) {
      await expect(verify(attacker.sign({}, header), keysOf(rsa))).rejects.toThrow('no key verifies');
      expect(await verify(rsa.sign({ a: 1 }, header), keysOf(rsa))).toEqual({ a: 1 });
    }
  });

  it('a key is used with the algorithms on the list alone, whatever else it could do', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const text = signedBy({ alg: 'RS512' }, { a: 1 }, (input) => sign('sha512', input, privateKey));
    const keys = readKeySet({ keys: [publicKey.export({ format: 'jwk' })] });
    const token = readSignedToken(text, [...asymmetricAlgorithms]);
    await expect(verifySignature(token, keys, ['RS256', 'HS512'])).rejects.toThrow('no key verifies');
    await expect(verifySignature(token, keys, ['RS256', 'RS512'])).resolves.toBeDefined();
    const restricted = readKeySet({ keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256' }] });
    await expect(verifySignature(token, restricted, ['RS256', 'RS512'])).rejects.toThrow('no key verifies');
  });

  it('a weak key of RSA verifies nothing', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const text = signedBy({ alg: 'RS256' }, {}, (input) => sign('sha256', input, privateKey));
    const keys = readKeySet({ keys: [publicKey.export({ format: 'jwk' })] });
    await expect(verify(text, keys)).rejects.toThrow('no key verifies');
  });
});

describe('the key of a signature', () => {
  const one = new Signer('ES256', 'one');
  const other = new Signer('ES256', 'other');

  it('is the one that the token names', async () => {
    expect(await verify(other.sign({ a: 1 }), keysOf(one, other))).toEqual({ a: 1 });
    await expect(verify(one.sign({}, { kid: 'other' }), keysOf(one, other))).rejects.toThrow(
      'no key verifies',
    );
    await expect(verify(one.sign({}, { kid: 'unknown' }), keysOf(one, other))).rejects.toThrow(
      'no key has the id that the token names',
    );
  });

  it('is any when the token names none', async () => {
    const text = other.sign({ a: 1 }, { kid: undefined });
    expect(await verify(text, keysOf(one, new Signer('RS256'), other))).toEqual({ a: 1 });
  });

  it('is any of those that have no name', async () => {
    const nameless = new Signer('ES256');
    expect(await verify(nameless.sign({ a: 1 }, { kid: 'mine' }), keysOf(one, nameless))).toEqual({ a: 1 });
  });
});
