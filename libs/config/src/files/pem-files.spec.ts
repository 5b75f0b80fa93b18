import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Signer } from '../../../../test/support/signer';
import { type PublicKey, readPublicKey } from './pem-files';

const directory = mkdtempSync(join(tmpdir(), 'pennon-pem-'));

afterAll(() => {
  rmSync(directory, { recursive: true });
});

function keyIn(pem: string): PublicKey {
  const file = join(directory, 'key.pem');
  writeFileSync(file, pem);
  return readPublicKey(file);
}

describe('a PEM file', () => {
  it.each(['RS256', 'ES256', 'ES512', 'EdDSA'] as const)('holds a public key of %s', (algorithm) => {
    const signer = new Signer(algorithm);
    const read = keyIn(signer.pem());
    expect(read.algorithms).toContain(algorithm);
    expect(read.key.equals(signer.publicKey)).toBe(true);
  });

  // The reference writes a lower-case label.
  it.each(['public key', 'RSA PUBLIC KEY', 'SOMETHING'])('may be labelled %p', (label) => {
    const signer = new Signer('RS256');
    const file = `a comment\n\n${signer.pem(label).replaceAll('\n', '\r\n')}`;
    expect(keyIn(file).key.equals(signer.publicKey)).toBe(true);
  });

  it('holds a certificate', () => {
    const arguments_ = [
      'req',
      '-x509',
      '-newkey',
      'ed25519',
      '-nodes',
      '-keyout',
      '/dev/null',
      '-subj',
      '/CN=a',
    ];
    const pem = execFileSync('openssl', arguments_, { encoding: 'utf8', stdio: 'pipe' });
    const expected = new X509Certificate(pem).publicKey;
    expect(keyIn(pem).key.equals(expected)).toBe(true);
    expect(keyIn(pem.replaceAll('CERTIFICATE', 'certificate')).key.equals(expected)).toBe(true);
  });

  it.each([
    ['nothing', '', 'not a PEM file'],
    ['no PEM', 'ssh-ed25519 AAAA', 'not a PEM file'],
    ['a label that does not end', '-----BEGIN A-----\nAAAA\n-----END B-----', 'not a PEM file'],
    ['noise', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', 'neither a public key nor'],
  ])('is refused that holds %s', (_, pem, reason) => {
    expect(() => keyIn(pem)).toThrow(reason);
  });

  it('is refused that holds a private key', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    expect(() => keyIn(pem)).toThrow('neither a public key nor');
  });

  it('is refused whose key verifies no token', () => {
    const { publicKey } = generateKeyPairSync('x25519');
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
    expect(() => keyIn(pem)).toThrow('of a type that verifies no token');
  });
});
