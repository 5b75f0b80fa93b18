import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type JwtConfig } from '@pennon/config';
import { Signer } from '../../../../../test/support/signer';
import { issuerKeys } from './jwt-authenticator';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-keys-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

function configOf(changes: Partial<JwtConfig>): JwtConfig {
  const { config } = loadConfig({ env: {}, root: '/nonexistent' });
  return { ...config.authentication.methods.jwt, ...changes };
}

describe('the keys of an issuer', () => {
  it('are the one of the file', async () => {
    const signer = new Signer('EdDSA');
    const publicKeyFile = join(directory, 'key.pem');
    writeFileSync(publicKeyFile, signer.pem('public key'));
    const keys = await issuerKeys(configOf({ publicKeyFile })).use(async (value) => Promise.resolve(value));
    expect(keys.map(({ key }) => key.equals(signer.publicKey))).toEqual([true]);
  });
});
