import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Negotiator from 'negotiator';
import { makeCertificates } from './certificates';
import { LocalServer } from './local-server';
import { nowInSeconds, Signer } from './signer';

/** A request that the cluster got. */
export interface ClusterRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** Issuer of the tokens of all fake clusters; it is not where they are. */
export const CLUSTER_ISSUER = 'https://kubernetes.default.svc';

/** An answer in JSON, of that media type. */
interface ClusterAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/** Media types, by what kube-apiserver answers with and insists on. */
const JSON_TYPE = 'application/json';
const REVIEW_VERSION = 'authentication.k8s.io/v1';
const REVIEWS_PATH = `/apis/${REVIEW_VERSION}/tokenreviews`;
const KEY_SET_TYPE = 'application/jwk-set+json';

/**
 * The API server of a cluster: over TLS with a CA of its own, a new `kid` on each fetch, tokens without one. As strict
 * as kube-apiserver 1.33, at which this was tried: documents go only to those who accept their media type, reviews of
 * tokens only to accounts that are bound to `system:auth-delegator`.
 */
export class FakeCluster {
  readonly directory = mkdtempSync(join(tmpdir(), 'pennon-cluster-'));
  /** File of the token by which a workload of this cluster proves itself. */
  readonly tokenFile = join(this.directory, 'token');
  readonly certificates = makeCertificates(this.directory);
  readonly requests: ClusterRequest[] = [];

  /** Members that the discovery document has in place of its own. */
  discovery: Readonly<Record<string, unknown>> = {};
  /** Answers a request in place of the cluster; returns false to leave it to it. */
  intercept: (request: ClusterRequest, response: ServerResponse) => boolean = () => false;
  /** Tokens that a review does not accept. */
  readonly deleted = new Set<string>();
  /** Whether the account of the service under test may ask for reviews. */
  mayReview = true;

  private signer = new Signer('RS256');
  private readonly server = new LocalServer(
    async (request, response) => this.answer(request, response),
    this.certificates,
  );
  private fetches = 0;

  constructor() {
    this.writeOwnToken('own-token');
  }

  get url(): string {
    return this.server.url;
  }

  async start(): Promise<void> {
    await this.server.start();
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  /** Stops it, and removes its files. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.directory, { recursive: true });
  }

  /** Signs with another key from now on, and forgets the old one. */
  rotateKey(): void {
    this.signer = new Signer('RS256');
  }

  /** Replaces the token of the service under test, as clusters do. */
  writeOwnToken(token: string): void {
    writeFileSync(this.tokenFile, `${token}\n`);
  }

  /** A token of the service account `shop/checkout`. @param changes Claims in place of the usual ones. */
  tokenOf(changes: object = {}, header: object = {}): string {
    return this.signer.sign({ ...usualClaims(), ...changes }, header);
  }

  private async answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '', headers } = message;
    const request = { path, authorization: headers.authorization, body: await text(message) };
    this.requests.push(request);
    if (this.intercept(request, response)) return;
    const wanted = this.answerTo(message.method ?? '', request, headers['content-type']);
    const isAccepted = new Negotiator(message).mediaType([wanted.type]) !== undefined;
    const { status, type, body } = isAccepted ? wanted : failure(406, 'NotAcceptable');
    response.writeHead(status, { 'Content-Type': type }).end(JSON.stringify(body));
  }

  private answerTo(method: string, request: ClusterRequest, contentType: string | undefined): ClusterAnswer {
    switch (`${method} ${request.path}`) {
      case 'GET /.well-known/openid-configuration':
        return {
          status: 200,
          type: JSON_TYPE,
          body: {
            issuer: CLUSTER_ISSUER,
            jwks_uri: `${this.url}/openid/v1/jwks`,
            response_types_supported: ['id_token'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
            ...this.discovery,
          },
        };
      case 'GET /openid/v1/jwks': {
        const key = { ...this.signer.jwk, use: 'sig', alg: 'RS256', kid: `kid-${this.fetches++}` };
        return { status: 200, type: KEY_SET_TYPE, body: { keys: [key] } };
      }
      case `POST ${REVIEWS_PATH}`:
        return contentType === JSON_TYPE ? this.review(request) : failure(415, 'UnsupportedMediaType');
      default:
        return failure(404, 'NotFound');
    }
  }

  private review({ authorization, body }: ClusterRequest): ClusterAnswer {
    if (authorization === undefined) return failure(401, 'Unauthorized');
    if (!this.mayReview) return failure(403, 'Forbidden');
    const review = JSON.parse(body) as {
      readonly apiVersion: unknown;
      readonly kind: unknown;
      readonly spec: { readonly token: string };
    };
    if (review.apiVersion !== REVIEW_VERSION || review.kind !== 'TokenReview')
      return failure(400, 'BadRequest');
    const isGood = !this.deleted.has(review.spec.token);
    const status = isGood ? { authenticated: true } : { error: 'the pod is gone' };
    return { status: 201, type: JSON_TYPE, body: { ...review, status } };
  }
}

/** How the API server says no. */
function failure(code: number, reason: string): ClusterAnswer {
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, code };
  return { status: code, type: JSON_TYPE, body };
}

/** What the token of a pod says. */
function usualClaims(): object {
  const now = nowInSeconds();
  return {
    iss: CLUSTER_ISSUER,
    sub: 'system:serviceaccount:shop:checkout',
    aud: ['https://kubernetes.default.svc'],
    iat: now,
    nbf: now,
    exp: now + 3600,
    'kubernetes.io': {
      namespace: 'shop',
      node: { name: 'node-1', uid: 'node-uid' },
      pod: { name: 'checkout-1', uid: 'pod-uid' },
      serviceaccount: { name: 'checkout', uid: 'account-uid' },
    },
  };
}

/** Starts a cluster before the first test of the surrounding `describe`, and removes it after the last. */
export function useFakeCluster(): FakeCluster {
  const cluster = new FakeCluster();
  beforeAll(async () => cluster.start());
  afterAll(async () => cluster.remove());
  return cluster;
}
