import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { LocalServer } from './local-server';

/** A person at the code host. */
export interface CodeHostUser {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly avatar_url: string;
  readonly emails: readonly {
    readonly email: string;
    readonly primary: boolean;
    readonly verified: boolean;
  }[];
  readonly organizations: readonly string[];
  /** Each as `organization/slug`. */
  readonly teams: readonly string[];
}

const FORM = 'application/x-www-form-urlencoded';

/** A code that was given away. */
interface Grant {
  readonly login: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  readonly challenge: string | null;
}

/**
 * A code host that does what GitHub’s documents say: “Authorizing OAuth apps” (web application flow, PKCE, errors with
 * status 200, scopes), and of the REST API `/user`, `/user/emails`, `/user/orgs`, `/user/teams` with pages by `Link`.
 * Whoever comes to authorize is logged in as `user` and agrees at once.
 */
export class CodeHost {
  readonly clientId = 'Iv1.pennon';
  readonly clientSecret = 'the secret of the application';
  /** Who is logged in there. */
  user: CodeHostUser = anAccount('ada');
  /** Items on a page, however many are asked for. */
  pageSize = 30;
  /** Path and status of what fails. */
  failing: Readonly<Record<string, number>> = {};
  /** What came in: verb and path. */
  readonly seen: string[] = [];
  /** Access tokens given away. */
  readonly accessTokens: string[] = [];
  /** What comes behind the last page of a list, in place of nothing. */
  linkElsewhere: string | undefined;
  private readonly grants = new Map<string, Grant>();
  private readonly scopes = new Map<string, readonly string[]>();
  private readonly server = new LocalServer(async (request, response) => this.answer(request, response));

  get url(): string {
    return this.server.url;
  }

  async start(): Promise<void> {
    await this.server.start();
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  /** Agrees, as a person would in the browser. @returns where the browser is sent. */
  authorize(authorizeUrl: string): string {
    const { origin, pathname, searchParams: query } = new URL(authorizeUrl);
    if (origin !== this.url || pathname !== '/login/oauth/authorize')
      throw new Error(`not here: ${authorizeUrl}`);
    if (query.get('client_id') !== this.clientId) throw new Error('unknown application');
    const code = randomBytes(10).toString('hex');
    const redirectUri = query.get('redirect_uri') ?? '';
    this.grants.set(code, {
      login: this.user.login,
      scopes: (query.get('scope') ?? '').split(/[ ,]/).filter((scope) => scope !== ''),
      redirectUri,
      challenge: query.get('code_challenge_method') === 'S256' ? query.get('code_challenge') : null,
    });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    return back.href;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    this.seen.push(`${request.method ?? ''} ${pathname}`);
    const failure = this.failing[pathname];
    if (failure !== undefined) {
      json(response, failure, { message: 'words of the code host' });
    } else if (pathname === '/login/oauth/access_token') {
      if (request.method !== 'POST' || request.headers['content-type'] !== FORM) {
        json(response, 404, { error: 'Not Found' });
        return;
      }
      this.exchange(request, response, new URLSearchParams(await text(request)));
    } else {
      this.rest(request, response, pathname, searchParams);
    }
  }

  /** Errors come with status 200; the answer is a form unless JSON is asked for. */
  private exchange(request: IncomingMessage, response: ServerResponse, form: URLSearchParams): void {
    const answer = this.exchanged(form);
    if (request.headers.accept?.includes('application/json') === true) {
      json(response, 200, answer);
      return;
    }
    response.writeHead(200, { 'Content-Type': FORM });
    response.end(new URLSearchParams(answer).toString());
  }

  private exchanged(form: URLSearchParams): Record<string, string> {
    const isUs = form.get('client_id') === this.clientId && form.get('client_secret') === this.clientSecret;
    if (!isUs) return refusal('incorrect_client_credentials');
    const code = form.get('code') ?? '';
    const grant = this.grants.get(code);
    this.grants.delete(code);
    if (grant === undefined) return refusal('bad_verification_code');
    if (form.get('redirect_uri') !== grant.redirectUri) return refusal('redirect_uri_mismatch');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant.challenge !== null && grant.challenge !== challenge) return refusal('bad_verification_code');
    const accessToken = `gho_${randomBytes(18).toString('hex')}`;
    this.accessTokens.push(accessToken);
    this.scopes.set(accessToken, grant.scopes);
    return { access_token: accessToken, token_type: 'bearer', scope: grant.scopes.join(',') };
  }

  private rest(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
  ): void {
    const { emails, organizations, teams, ...account } = this.user;
    const scopes = this.scopes.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    if (request.headers['user-agent'] === undefined)
      json(response, 403, { message: 'Request forbidden by administrative rules.' });
    else if (request.headers.accept !== 'application/vnd.github+json')
      json(response, 415, { message: "Must accept 'application/json'" });
    else if (scopes === undefined) json(response, 401, { message: 'Bad credentials' });
    else if (request.method !== 'GET') json(response, 404, { message: 'Not Found' });
    else if (path === '/user') json(response, 200, account);
    else if (path === '/user/emails' && scopes.some((scope) => ['user', 'user:email'].includes(scope)))
      this.page(response, path, query, emails);
    else if (path === '/user/orgs' && scopes.includes('read:org'))
      this.page(
        response,
        path,
        query,
        organizations.map((login) => ({ login })),
      );
    else if (path === '/user/teams' && scopes.includes('read:org'))
      this.page(
        response,
        path,
        query,
        teams.map((team) => {
          const [organization, slug] = team.split('/');
          return { slug, name: `Team ${slug ?? ''}`, organization: { login: organization } };
        }),
      );
    else json(response, 404, { message: 'Not Found' });
  }

  private page(
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
    items: readonly object[],
  ): void {
    const size = Math.min(Number(query.get('per_page') ?? 30), this.pageSize);
    const page = Number(query.get('page') ?? 1);
    const last = Math.ceil(items.length / size);
    const link = (to: number, rel: string): string =>
      `<${this.url}${path}?per_page=${size}&page=${to}>; rel="${rel}"`;
    if (page < last) response.setHeader('Link', [link(page + 1, 'next'), link(last, 'last')].join(', '));
    else if (this.linkElsewhere !== undefined)
      response.setHeader('Link', `<${this.linkElsewhere}>; rel="next"`);
    json(response, 200, items.slice((page - 1) * size, page * size));
  }
}

/** An account that belongs to nothing. */
export function anAccount(login: string, changes: Partial<CodeHostUser> = {}): CodeHostUser {
  return {
    id: 4711,
    login,
    name: `${login} the coder`,
    email: null,
    avatar_url: `https://avatars.example/${login}`,
    emails: [{ email: `${login}@code.example`, primary: true, verified: true }],
    organizations: [],
    teams: [],
    ...changes,
  };
}

function refusal(error: string): Record<string, string> {
  return { error, error_description: 'words of the code host', error_uri: 'https://docs.example' };
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
}
