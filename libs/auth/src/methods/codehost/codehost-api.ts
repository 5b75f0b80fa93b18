import { type IncomingHttpHeaders } from 'node:http';
import { isObject } from '../../keys/claims';
import { askProvider, parseJson, upstreamError, type ProviderAnswer } from '../login/provider-client';

/** Most pages of a list that are read: 5,000 organizations or teams. */
const MAX_PAGES = 50;

/** Items of a page, the most there can be. */
const PAGE_SIZE = 100;

/** An account as the code host shows it; what of it is there is not said. */
export type Account = Readonly<Record<string, unknown>>;

/** A team, by the names that stand in addresses. */
export interface Team {
  readonly organization: string;
  readonly slug: string;
}

/** What a code host tells of whoever gave an access token: GitHub's REST. */
export class CodehostApi {
  constructor(
    private readonly apiUrl: string,
    private readonly accessToken: string,
  ) {}

  /** @throws UpstreamError if the code host does not say. */
  async account(): Promise<Account> {
    const { url, value } = await this.get(new URL(`${this.apiUrl}/user`));
    if (!isObject(value)) throw upstreamError(url, 'does not answer an account');
    return value;
  }

  /** The address that the person has proved to have and uses first; undefined when there is none. */
  async verifiedEmail(): Promise<string | undefined> {
    const emails = await this.list('/user/emails');
    const primary = emails.find(({ primary, verified }) => primary === true && verified === true);
    return typeof primary?.email === 'string' ? primary.email : undefined;
  }

  /** @throws UpstreamError if the code host does not say. */
  async organizations(): Promise<readonly string[]> {
    return (await this.list('/user/orgs'))
      .map(({ login }) => login)
      .filter((login) => typeof login === 'string');
  }

  /** @throws UpstreamError if the code host does not say. */
  async teams(): Promise<readonly Team[]> {
    return (await this.list('/user/teams')).flatMap(({ slug, organization }) => {
      const login = isObject(organization) ? organization.login : undefined;
      return typeof slug === 'string' && typeof login === 'string' ? [{ organization: login, slug }] : [];
    });
  }

  /** Every item of a list, page by page. */
  private async list(path: string): Promise<readonly Account[]> {
    const items: Account[] = [];
    let next: URL | undefined = new URL(`${this.apiUrl}${path}?per_page=${PAGE_SIZE}`);
    for (let page = 0; next !== undefined; page++) {
      if (page === MAX_PAGES) throw upstreamError(next, `has more than ${MAX_PAGES} pages`);
      const { url, value, headers }: Awaited<ReturnType<CodehostApi['get']>> = await this.get(next);
      if (!Array.isArray(value)) throw upstreamError(url, 'does not answer a list');
      items.push(...value.filter(isObject));
      next = nextPage(url, headers);
    }
    return items;
  }

  private async get(url: URL): Promise<Pick<ProviderAnswer, 'headers'> & { url: URL; value: unknown }> {
    const { status, headers, body } = await askProvider({
      url,
      headers: { Authorization: `Bearer ${this.accessToken}`, Accept: 'application/vnd.github+json' },
    });
    if (status !== 200) throw upstreamError(url, `answers ${status}`);
    return { url, headers, value: parseJson(url, body) };
  }
}

/**
 * Where the next page is (RFC 8288); undefined after the last one.
 *
 * @throws UpstreamError if it is on another host, which is not to get the access token.
 */
function nextPage(url: URL, { link: given }: IncomingHttpHeaders): URL | undefined {
  const link = /<([^<>]*)>\s*;[^<]*\brel="?next"?/.exec([given].flat().join(', '))?.[1];
  if (link === undefined) return undefined;
  const next = URL.canParse(link, url.href) ? new URL(link, url) : undefined;
  if (next?.origin !== url.origin) throw upstreamError(url, 'continues on another host');
  return next;
}
