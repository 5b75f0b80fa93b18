import { Logger } from '@nestjs/common';
import { type Clock } from '@pennon/domain';
import { ManualClock } from '@pennon/testing';
import { CLUSTER_ISSUER, useFakeCluster } from '../../../../../test/support/fake-cluster';
import { nowInSeconds, Signer } from '../../../../../test/support/signer';
import { reasonOf } from '../../credentials/credential';
import { ClusterClient } from './cluster';
import { ServiceAccountVerifier } from './service-account-verifier';

type OrchestratorSettings = ConstructorParameters<typeof ServiceAccountVerifier>[0];

const MICROS_PER_SECOND = 1_000_000;

const cluster = useFakeCluster();
const now = nowInSeconds();
const open: Omit<OrchestratorSettings, 'discoveryUrl'> = {
  audiences: [],
  allowedServiceAccounts: [],
  roles: [],
  tokenReview: false,
  tokenLifetime: undefined,
};
const refusal = 'verifying service account: token is not valid';

let warn: jest.SpyInstance;

beforeEach(() => {
  warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

function verifier(changes: Partial<OrchestratorSettings> = {}): ServiceAccountVerifier {
  const clock: Clock = new ManualClock(now * MICROS_PER_SECOND);
  const { url, tokenFile, certificates } = cluster;
  const client = new ClusterClient({ discoveryUrl: new URL(url), ca: certificates.ca, tokenPath: tokenFile });
  return new ServiceAccountVerifier({ discoveryUrl: url, ...open, ...changes }, client, clock);
}

describe('a service account token', () => {
  it('proves a service account until it expires', async () => {
    const { account, expiresAt } = await verifier().verify(cluster.tokenOf({ exp: now + 100 }));
    expect(account).toEqual({
      issuer: 'https://kubernetes.default.svc',
      namespace: 'shop',
      name: 'checkout',
      uid: 'account-uid',
      podName: 'checkout-1',
      podUid: 'pod-uid',
    });
    expect(expiresAt).toBe((now + 100) * MICROS_PER_SECOND);
  });

  it('logs in for its own lifetime, or for the one that the operator sets if that is shorter', async () => {
    const ends: number[] = [];
    for (const tokenLifetime of [undefined, 60_000, 100_000, 3_600_000]) {
      const { expiresAt } = await verifier({ tokenLifetime }).verify(cluster.tokenOf({ exp: now + 100 }));
      // The clock goes on by a microsecond with each look.
      ends.push(Math.floor((expiresAt - now * MICROS_PER_SECOND) / MICROS_PER_SECOND));
    }
    expect(ends).toEqual([100, 60, 100, 100]);
  });

  it('may come five minutes too early, and has no leeway at its end', async () => {
    await verifier().verify(cluster.tokenOf({ nbf: now + 299 }));
    await verifier().verify(cluster.tokenOf({ nbf: undefined, iat: now + 9999, exp: now + 1 }));
  });

  it.each<[string, object]>([
    ['the token is not good yet', { nbf: now + 301 }],
    ['the token has expired', { exp: now - 1 }],
    ['the token has no end', { exp: undefined }],
    ['the token has no end', { exp: 1e300 }],
    ['exp must be a time', { exp: `${now + 100}` }],
    ['nbf must be a time', { nbf: null }],
    ['the issuer is another', { iss: `${CLUSTER_ISSUER}/` }],
    ['the issuer is another', { iss: undefined }],
    ['two claims differ by case alone', { EXP: now + 9999 }],
  ])('is refused, and the log says: %s', async (words, changes) => {
    const refused = verifier().verify(cluster.tokenOf(changes));
    await expect(refused).rejects.toThrow(refusal);
    expect(await refused.catch(reasonOf)).toBe(words);
  });

  it.each<[string, () => string]>([
    ['nothing', () => ''],
    ['no token', () => 'token'],
    ['of another cluster', () => new Signer('RS256').sign({ iss: CLUSTER_ISSUER, exp: now + 100 })],
    ['by an algorithm that the cluster does not advertise', () => cluster.tokenOf({}, { alg: 'RS512' })],
    ['by a secret', () => cluster.tokenOf({}, { alg: 'HS256' })],
    ['by nobody', () => cluster.tokenOf({}, { alg: 'none' })],
    ['with an unknown kid', () => cluster.tokenOf({}, { kid: 'unknown' })],
    ['with an extension that must be understood', () => cluster.tokenOf({}, { crit: ['x'], x: 1 })],
    ['too long', () => cluster.tokenOf({ padding: 'x'.repeat(16 * 1024) })],
  ])('is refused that is %s', async (_, token) => {
    await expect(verifier().verify(token())).rejects.toThrow(refusal);
  });

  it('is held to an audience where the operator says so', async () => {
    const strict = verifier({ audiences: ['pennon', 'flags'] });
    await strict.verify(cluster.tokenOf({ aud: ['other', 'flags'] }));
    await expect(strict.verify(cluster.tokenOf({ aud: ['other'] }))).rejects.toThrow(refusal);
    await expect(strict.verify(cluster.tokenOf({ aud: undefined }))).rejects.toThrow(refusal);
  });

  it('is held to the service accounts where the operator says so (flipt-io/flipt#2945)', async () => {
    await verifier({ allowedServiceAccounts: ['other/*', 'shop/check*'] }).verify(cluster.tokenOf());
    const other = verifier({ allowedServiceAccounts: ['other/*'] });
    await expect(other.verify(cluster.tokenOf())).rejects.toThrow(refusal);
    await expect(other.verify(cluster.tokenOf())).rejects.toThrow(refusal);
    expect(warn.mock.calls).toEqual([
      [
        { issuer: 'orchestrator', reason: 'account "shop/checkout"; the rules are for "other/*"' },
        'a service account is not allowed to log in',
      ],
    ]);
    const any = verifier({ allowedServiceAccounts: ['*/*'] });
    await expect(any.verify(cluster.tokenOf({ 'kubernetes.io': undefined }))).rejects.toThrow(refusal);
  });

  it('is reviewed where the operator says so', async () => {
    const token = cluster.tokenOf({ jti: 'gone' });
    cluster.deleted.add(token);
    await verifier().verify(token);
    const reviewing = verifier({ tokenReview: true });
    await expect(reviewing.verify(token)).rejects.toThrow(refusal);
    await reviewing.verify(cluster.tokenOf());
  });

  it('is not reviewed where the account of this service lacks the right, and the caller is told', async () => {
    cluster.mayReview = false;
    const refused = verifier({ tokenReview: true }).verify(cluster.tokenOf());
    await expect(refused).rejects.toThrow(
      'verifying service account: the cluster refuses token reviews for this account (403): bind system:auth-delegator',
    );
    cluster.mayReview = true;
  });

  it('cannot be verified where the cluster refuses to describe its issuer, of which the log has more', async () => {
    cluster.intercept = (_, response) => {
      response.writeHead(403).end('{}');
      return true;
    };
    const refused = verifier().verify('anything');
    // A text that is no token is refused before the cluster is asked.
    await expect(refused).rejects.toThrow(refusal);
    const failed = verifier().verify(cluster.tokenOf());
    await expect(failed).rejects.toThrow(
      'verifying service account: the cluster refuses this server: see its log',
    );
    expect(await failed.catch(reasonOf)).toContain('bind system:service-account-issuer-discovery');
    cluster.intercept = () => false;
  });

  it('is not reviewed that is not verified', async () => {
    cluster.requests.length = 0;
    await expect(verifier({ tokenReview: true }).verify(cluster.tokenOf({ exp: now - 1 }))).rejects.toThrow(
      refusal,
    );
    expect(cluster.requests.filter(({ path }) => path.endsWith('tokenreviews'))).toEqual([]);
  });
});
