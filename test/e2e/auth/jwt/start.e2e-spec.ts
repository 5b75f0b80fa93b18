import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServer } from '../../../support/run-server';
import { Signer } from '../../../support/signer';
import { useServer } from '../../../support/use-server';

const METHOD = 'PENNON_AUTHENTICATION_METHODS_JWT';
const on = { PENNON_AUTHENTICATION_REQUIRED: 'true', [`${METHOD}_ENABLED`]: 'true' };
const warning = 'every JSON web token that the keys verify is accepted';

const directory = mkdtempSync(join(tmpdir(), 'pennon-jwt-'));
const keyFile = join(directory, 'key.pem');
writeFileSync(keyFile, new Signer('ES256').pem());
writeFileSync(join(directory, 'no-key.pem'), 'no key');

afterAll(() => {
  rmSync(directory, { recursive: true });
});

describe('a start with JSON web tokens', () => {
  test.each([
    ['a URL that others can listen to', { [`${METHOD}_JWKS_URL`]: 'http://issuer.example/keys' }, 'jwks_url'],
    [
      'a file without a key',
      { [`${METHOD}_PUBLIC_KEY_FILE`]: join(directory, 'no-key.pem') },
      'public_key_file',
    ],
  ])(
    'fails with %s',
    async (_, settings, name) => {
      const { exitCode, stderr } = await runServer({ env: { ...on, ...settings } });
      expect(exitCode).toBe(1);
      expect(stderr).toContain(`authentication.methods.jwt.${name}`);
    },
    60_000,
  );

  describe('without an issuer and an audience', () => {
    const server = useServer({ ...on, [`${METHOD}_PUBLIC_KEY_FILE`]: keyFile });

    test('warns', () => {
      expect(server.logged('WARN').filter((line) => line.includes(warning))).toHaveLength(1);
    });
  });

  describe.each(['ISSUER', 'AUDIENCES'])('with %s', (claim) => {
    const server = useServer({
      ...on,
      [`${METHOD}_PUBLIC_KEY_FILE`]: keyFile,
      [`${METHOD}_VALIDATE_CLAIMS_${claim}`]: 'a',
    });

    test('does not warn', () => {
      expect(server.logged().join('\n')).not.toContain(warning);
    });
  });
});
