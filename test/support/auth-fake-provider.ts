import { createHash, randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { LocalServer } from './local-server';
import { nowInSeconds, Signer } from './signer';

const CLIENT_ID = 'pennon';
const CLIENT_SECRET = 'secret';

/**
 * An OpenID provider that says whatever a test wants of people. As strict as a real one with codes, PKCE, secrets and
 * access tokens: a code is good once, for the verifier that it was asked for with.
 */
export class FakeProvider {
  /** Claims of ID tokens beside, or in place of, the usual ones. */
  claims: Readonly<Record<string, unknown>> = {};
  /** What UserInfo says beside, or in place of, the subject; a text is all of it, a number a status without a word. */
  userInfo: Readonly<Record<string, unknown>> | string | number = 404;
  /** Members of the discovery document in place of its own; a text is all of it, a number a status without it. */
  discovery: Readonly<Record<string, unknown>> | string | number = {};
  /** Members of the head of ID tokens in place of its own. */
  head: Readonly<Record<string, unknown>> = {};
  /** What signed UserInfo says, beside or in place of whom it is by and for; undefined where it is not signed. */
  signedUserInfo: Readonly<Record<string, unknown>> | undefined;
  /** Where the secret has to be. */
  authMethod: 'client_secret_basic' | 'client_secret_post' = 'client_secret_basic';
  /** Where requests to a path are redirected to. */
  redirects: Readonly<Record<string, string>> = {};
  /** Parameters that browsers come back with, beside or in place of `code` and `state`; '' leaves one out. */
  answer: Readonly<Record<string, string>> = {};
  /** Verb and path of every request. */
  readonly seen: string[] = [];

  private readonly signer = new Signer('ES256', 'key');
  private readonly codes = new Map<string, URLSearchParams>();
  private readonly accessTokens = new Set<string>();
  private readonly server = new LocalServer(async (request, response) => this.respond(request, response));

  /** Settings of this provider, by the ends of the names of their variables. */
  get settings(): Readonly<Record<string, string>> {
    return {
      ISSUER_URL: this.issuer,
      CLIENT_ID,
      CLIENT_SECRET,
      SCOPES: 'email profile',
    };
  }

  get issuer(): string {
    return this.server.url;
  }

  async start(): Promise<void> {
    await this.server.start();
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  /** Says nothing out of the ordinary from now on. */
  reset(): void {
    Object.assign(this, { claims: {}, userInfo: 404, discovery: {}, answer: {}, head: {}, redirects: {} });
    this.signedUserInfo = undefined;
    this.authMethod = 'client_secret_basic';
    this.seen.length = 0;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { pathname, searchParams } = new URL(request.url ?? '', this.issuer);
    this.seen.push(`${request.method ?? ''} ${pathname}`);
    const authorization = request.headers.authorization ?? '';
    const target = this.redirects[pathname];
    if (target !== undefined) {
      response.writeHead(301, { Location: target }).end();
      return;
    }
    switch (pathname) {
      case '/.well-known/openid-configuration':
        json(response, this.discovery, this.description);
        break;
      case '/auth':
        response.writeHead(302, { Location: this.comeBack(searchParams) }).end();
        break;
      case '/token':
        this.exchange(response, authorization, new URLSearchParams(body));
        break;
      case '/jwks':
        json(response, { keys: [this.signer.jwk] });
        break;
      case '/userinfo': {
        const isKnown = this.accessTokens.has(authorization.replace('Bearer ', ''));
        if (isKnown && this.signedUserInfo !== undefined) this.signUserInfo(response, this.signedUserInfo);
        else json(response, isKnown ? this.userInfo : 401, { sub: 'ada' });
        break;
      }
      default:
        json(response, 404);
    }
  }

  private get description(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      id_token_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  private comeBack(asked: URLSearchParams): string {
    const code = randomUUID();
    this.codes.set(code, asked);
    const url = new URL(asked.get('redirect_uri') ?? '');
    const answer = { code, state: asked.get('state') ?? '', iss: this.issuer, ...this.answer };
    for (const [name, value] of Object.entries(answer)) if (value !== '') url.searchParams.set(name, value);
    return url.href;
  }

  private exchange(response: ServerResponse, authorization: string, form: URLSearchParams): void {
    const code = form.get('code') ?? '';
    const asked = this.codes.get(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      asked?.get('code_challenge') === challenge && asked.get('redirect_uri') === form.get('redirect_uri');
    if (!this.isClient(authorization, form)) {
      refuse(response, 401, 'invalid_client');
    } else if (isGood) {
      this.codes.delete(code);
      this.issue(response, asked.get('nonce'));
    } else {
      refuse(response, 400, 'invalid_grant');
    }
  }

  private isClient(authorization: string, form: URLSearchParams): boolean {
    if (this.authMethod === 'client_secret_basic')
      return authorization === `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
    const isInForm = form.get('client_id') === CLIENT_ID && form.get('client_secret') === CLIENT_SECRET;
    return authorization === '' && isInForm;
  }

  private signUserInfo(response: ServerResponse, changes: object): void {
    const said = { iss: this.issuer, aud: CLIENT_ID, sub: 'ada', ...changes };
    response.writeHead(200, { 'Content-Type': 'application/jwt; charset=utf-8' });
    response.end(this.signer.sign(said, this.head));
  }

  private issue(response: ServerResponse, nonce: string | null): void {
    const accessToken = randomUUID();
    this.accessTokens.add(accessToken);
    const now = nowInSeconds();
    const usual = { iss: this.issuer, sub: 'ada', aud: CLIENT_ID, iat: now, exp: now + 300 };
    const head = this.signedUserInfo === undefined ? this.head : {};
    const idToken = this.signer.sign({ ...usual, nonce, ...this.claims }, head);
    json(response, { access_token: accessToken, token_type: 'Bearer', id_token: idToken });
  }
}

function refuse(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
}

function json(response: ServerResponse, answer: object | string | number, usual: object = {}): void {
  if (typeof answer === 'number') {
    response.writeHead(answer).end('internals of the provider');
    return;
  }
  const body = typeof answer === 'string' ? answer : JSON.stringify({ ...usual, ...answer });
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
}
