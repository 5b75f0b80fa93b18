import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type JwtConfig } from '@pennon/config';
import { useFakeCluster } from '../../../../../test/support/fake-cluster';
import { Signer } from '../../../../../test/support/signer';
import { UpstreamError } from '../../keys/upstream';
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

describe('the keys of a cluster, which shows them to known callers alone', () => {
  const cluster = useFakeCluster();
  /** What the API server answers by the token that it is shown. */
  let answers: Readonly<Record<string, number>>;

  beforeEach(() => {
    answers = {};
    cluster.writeOwnToken('own-token');
    cluster.intercept = ({ authorization = '' }, response) => {
      const status = authorization === '' ? 403 : (answers[authorization] ?? 401);
      if (status !== 200) response.writeHead(status).end('{"kind":"Status"}');
      return status !== 200;
    };
  });

  /** How many keys there are, or why there are none. */
  async function outcomeOf(changes: Partial<JwtConfig>): Promise<unknown> {
    const jwksUrl = `${cluster.url}/openid/v1/jwks`;
    const keys = issuerKeys(configOf({ jwksUrl, caPath: cluster.certificates.caFile, ...changes }));
    return keys.use(async ({ length }) => Promise.resolve(length)).catch((error: unknown) => error);
  }

  it('are fetched with the token of a file, as it is now', async () => {
    answers = { 'Bearer own-token': 200 };
    const keys = issuerKeys(
      configOf({
        jwksUrl: `${cluster.url}/openid/v1/jwks`,
        caPath: cluster.certificates.caFile,
        tokenPath: cluster.tokenFile,
      }),
    );
    cluster.writeOwnToken('newer-token');
    answers = { 'Bearer newer-token': 200 };
    expect(await keys.use(async ({ length }) => Promise.resolve(length))).toBe(1);
  });

  it.each<[string, number, RegExp]>([
    [
      'without a token',
      403,
      /answers 403: if this is a Kubernetes cluster, set .*jwt\.token_path and \.ca_path/,
    ],
    ['with a token that is not accepted', 401, /answers 401: the token of .*jwt\.token_path is not accepted/],
    ['by an account that lacks the role', 403, /answers 403: bind the account of .*issuer-discovery$/],
  ])('are refused %s, and the reason says what to do', async (_, status, reason) => {
    answers = { 'Bearer own-token': status };
    const outcome = await outcomeOf(_ === 'without a token' ? {} : { tokenPath: cluster.tokenFile });
    expect(outcome).toBeInstanceOf(UpstreamError);
    expect((outcome as Error).message).toMatch(reason);
    expect((outcome as Error).message).not.toContain('own-token');
  });

  it('are not taken from a server with another certificate, nor without the file of the token', async () => {
    expect(await outcomeOf({ caPath: undefined })).toBeInstanceOf(UpstreamError);
    expect(await outcomeOf({ tokenPath: '/nonexistent/token' })).toBeInstanceOf(UpstreamError);
  });
});
