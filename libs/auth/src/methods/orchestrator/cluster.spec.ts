import { type FakeCluster, useFakeCluster, CLUSTER_ISSUER } from '../../../../../test/support/fake-cluster';
import { ClusterClient, below, discoverIssuer } from './cluster';
import { reviewToken } from './service-account-verifier';

const cluster = useFakeCluster();
const elsewhere = useFakeCluster();

beforeEach(() => {
  for (const each of [cluster, elsewhere]) {
    each.requests.length = 0;
    each.discovery = {};
    each.intercept = () => false;
  }
});

function clientOf({ url, tokenFile }: FakeCluster, ca = cluster.certificates.ca): ClusterClient {
  return new ClusterClient({ discoveryUrl: new URL(url), ca, tokenPath: tokenFile });
}

/** A client that trusts both. */
function client(): ClusterClient {
  return clientOf(cluster, Buffer.concat([cluster.certificates.ca, elsewhere.certificates.ca]));
}

async function discover(): Promise<Awaited<ReturnType<typeof discoverIssuer>>> {
  return discoverIssuer(client(), new URL(cluster.url));
}

describe('the client of a cluster', () => {
  it('shows its own token, which it reads anew each time', async () => {
    cluster.writeOwnToken('first');
    await client().get(new URL(`${cluster.url}/openid/v1/jwks`));
    cluster.writeOwnToken('second');
    await client().get(new URL(`${cluster.url}/openid/v1/jwks`));
    expect(cluster.requests.map(({ authorization }) => authorization)).toEqual([
      'Bearer first',
      'Bearer second',
    ]);
  });

  it('shows it nowhere else', async () => {
    await client().get(new URL(`${elsewhere.url}/openid/v1/jwks`));
    await client().get(new URL(`${cluster.url.replace('127.0.0.1', 'localhost')}/openid/v1/jwks`));
    expect([...elsewhere.requests, ...cluster.requests].map(({ authorization }) => authorization)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('follows no redirect', async () => {
    cluster.intercept = (_, response) => {
      response.writeHead(302, { Location: `${elsewhere.url}/openid/v1/jwks` }).end();
      return true;
    };
    await expect(client().get(new URL(`${cluster.url}/`))).rejects.toThrow(
      `redirects to ${elsewhere.url}/openid/v1/jwks: redirects are not followed`,
    );
    expect(elsewhere.requests).toEqual([]);
  });

  it('trusts the certificates it was given alone', async () => {
    const trusting = clientOf(cluster, elsewhere.certificates.ca);
    await expect(trusting.get(new URL(`${cluster.url}/`))).rejects.toThrow(/certificate/);
    expect(cluster.requests).toEqual([]);
  });

  it('asks by https alone, also on this machine', async () => {
    await expect(client().get(new URL('http://127.0.0.1/'))).rejects.toThrow('by https');
  });

  it('does not ask without its own token', async () => {
    const lost = new ClusterClient({
      discoveryUrl: new URL(cluster.url),
      ca: cluster.certificates.ca,
      tokenPath: '/nonexistent/token',
    });
    await expect(lost.get(new URL(`${cluster.url}/`))).rejects.toThrow('/nonexistent/token cannot be read');
    expect(cluster.requests).toEqual([]);
  });
});

describe('the issuer of a cluster', () => {
  it('is who the cluster says, wherever that was asked', async () => {
    expect(await discover()).toMatchObject({ issuer: CLUSTER_ISSUER, algorithms: ['RS256'], keys: [{}] });
    expect(cluster.requests.map(({ path }) => path)).toEqual([
      '/.well-known/openid-configuration',
      '/openid/v1/jwks',
    ]);
  });

  it.each([
    [
      ['RS256', 'ES256', 'EdDSA'],
      ['RS256', 'ES256', 'EdDSA'],
    ],
    [['HS256', 'none', 'PS384', 'RS999'], ['PS384']],
    [['HS256', 'none'], []],
    [undefined, ['RS256']],
    ['HS256', ['RS256']],
  ])('that advertises %p signs by %p', async (advertised, algorithms) => {
    cluster.discovery = { id_token_signing_alg_values_supported: advertised };
    expect((await discover()).algorithms).toEqual(algorithms);
  });

  it.each([
    [{ issuer: undefined }, 'names no issuer'],
    [{ issuer: '' }, 'names no issuer'],
    [{ jwks_uri: undefined }, 'does not say where its keys are'],
    [{ jwks_uri: 'keys' }, 'does not say where its keys are'],
    [{ jwks_uri: 'http://127.0.0.1/keys' }, 'by https'],
    [{ jwks_uri: 'file:///etc/passwd' }, 'by https'],
  ])('is none whose document says %p', async (discovery, reason) => {
    cluster.discovery = discovery;
    await expect(discover()).rejects.toThrow(reason);
  });

  it.each([
    [401, 'own token (401)'],
    [403, 'refuses issuer discovery for this account (403): bind system:service-account-issuer-discovery'],
    [404, 'no issuer discovery (404)'],
    [503, 'answered 503'],
  ])('is not known while the API server answers %d, and the error says why', async (status, reason) => {
    cluster.intercept = (_, response) => {
      response.writeHead(status).end('{}');
      return true;
    };
    await expect(discover()).rejects.toThrow(reason);
  });

  it('is not blamed on our account when the keys are refused elsewhere, where our token is not shown', async () => {
    cluster.discovery = { jwks_uri: `${elsewhere.url}/openid/v1/jwks` };
    elsewhere.intercept = (_, response) => {
      response.writeHead(403).end('{}');
      return true;
    };
    await expect(client().get(new URL(`${elsewhere.url}/openid/v1/jwks`))).rejects.toThrow('answered 403');
  });

  it('may keep its keys elsewhere, which does not get our token', async () => {
    cluster.discovery = { jwks_uri: `${elsewhere.url}/openid/v1/jwks` };
    expect((await discover()).keys).toHaveLength(1);
    expect(elsewhere.requests).toMatchObject([{ path: '/openid/v1/jwks', authorization: undefined }]);
    expect(cluster.requests).toHaveLength(1);
  });

  it('has its keys at the API server when they cannot be had where it says (flipt-io/flipt#2942)', async () => {
    cluster.discovery = { jwks_uri: `${elsewhere.url}/openid/v1/jwks` };
    elsewhere.intercept = (_, response) => {
      response.writeHead(401).end();
      return true;
    };
    cluster.writeOwnToken('mine');
    expect((await discover()).keys).toHaveLength(1);
    expect(cluster.requests.at(-1)).toMatchObject({ path: '/openid/v1/jwks', authorization: 'Bearer mine' });
  });
});

describe('the review of a token', () => {
  const url = (): URL => new URL(cluster.url);

  it('fails where the account of this service may not ask for it', async () => {
    cluster.mayReview = false;
    await expect(reviewToken(client(), url(), 'x', {})).rejects.toThrow(
      `${cluster.url}/apis/authentication.k8s.io/v1/tokenreviews: the cluster refuses token reviews for this account ` +
        '(403): bind system:auth-delegator',
    );
    cluster.mayReview = true;
  });

  it('asks the API server, for the audiences of the token', async () => {
    cluster.writeOwnToken('mine');
    await reviewToken(client(), url(), 'the-token', { aud: ['a', 'b'] });
    await reviewToken(client(), url(), 'the-token', {});
    const bodies = cluster.requests.map(({ body }) => JSON.parse(body) as unknown);
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview' };
    expect(bodies).toEqual([
      { ...review, spec: { token: 'the-token', audiences: ['a', 'b'] } },
      { ...review, spec: { token: 'the-token' } },
    ]);
    expect(cluster.requests[0]).toMatchObject({
      path: '/apis/authentication.k8s.io/v1/tokenreviews',
      authorization: 'Bearer mine',
    });
  });

  it.each([{ status: {} }, { status: { authenticated: false } }, { status: { authenticated: 'true' } }])(
    'refuses a token on %p',
    async (review) => {
      cluster.intercept = (_, response) => {
        response.writeHead(201).end(JSON.stringify(review));
        return true;
      };
      await expect(reviewToken(client(), url(), 'x', {})).rejects.toThrow('does not accept the token');
    },
  );

  it.each([
    [403, '{"status":{"authenticated":true}}', 'bind system:auth-delegator'],
    [401, '{}', 'own token (401): check authentication.methods.orchestrator.service_account_token_path'],
    [
      404,
      '{}',
      'no token reviews (404): authentication.methods.orchestrator.discovery_url must be the API server',
    ],
    [500, '{"status":{"authenticated":true}}', 'answered 500'],
    [201, '{}', 'has no status'],
    [201, '[]', 'has no status'],
  ])('does not take %d %s for an answer', async (status, text, reason) => {
    cluster.intercept = (_, response) => {
      response.writeHead(status).end(text);
      return true;
    };
    await expect(reviewToken(client(), url(), 'x', {})).rejects.toThrow(reason);
  });
});

test.each([
  ['https://a:6443', 'https://a:6443/x/y'],
  ['https://a/', 'https://a/x/y'],
  ['https://a/k8s/clusters/c-1/', 'https://a/k8s/clusters/c-1/x/y'],
])('a path below %s', (base, expected) => {
  expect(below(new URL(base), '/x/y').href).toBe(expected);
});
