import { apiAt, type Answer, type Request } from './http';

/** A cookie as a browser keeps it. */
export interface Cookie {
  readonly host: string;
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** All that stood in the header, in lower case. */
  readonly attributes: readonly string[];
}

/** What browsers say that they take of a page they go to. */
const PAGE_FIRST = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** What a browser gets to see. */
export interface Page {
  readonly status: number;
  readonly body: string;
  /** Where it is sent on to, as a whole URL. */
  readonly location: string | undefined;
  readonly headers: Answer['headers'];
}

/** As much of a browser as logins need: it keeps cookies, by host and path, and does not go on by itself. */
export class Browser {
  cookies: readonly Cookie[] = [];

  /** @param hosts Where hosts that exist in tests only can be reached: origin by origin. */
  constructor(private readonly hosts: Readonly<Record<string, string>> = {}) {}

  async get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.send(url, { headers });
  }

  /** Goes to a page, as a person does: asks for HTML before anything else. */
  async visit(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.get(url, { Accept: PAGE_FIRST, ...headers });
  }

  async post(url: string, form: string): Promise<Page> {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.send(url, { verb: 'POST', headers, body: form });
  }

  /** Cookies of a host by that name, whatever their path. */
  named(name: string): readonly Cookie[] {
    return this.cookies.filter((cookie) => cookie.name === name);
  }

  /** The `Cookie` header of a request there. */
  headerFor(url: string): string {
    const { hostname, pathname } = new URL(url);
    return this.cookies
      .filter(({ host, path }) => host === hostname && reaches(path, pathname))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  private async send(url: string, request: Omit<Request, 'path'>): Promise<Page> {
    const { origin, pathname, search, hostname, host } = new URL(url);
    const cookie = this.headerFor(url);
    const headers = { Host: host, ...(cookie !== '' && { Cookie: cookie }), ...request.headers };
    const api = apiAt(this.hosts[origin] ?? origin);
    const answer = await api.send({ ...request, headers, path: `${pathname}${search}` });
    for (const header of answer.headers['set-cookie'] ?? []) this.keep(hostname, header);
    const { location } = answer.headers;
    return {
      status: answer.status,
      body: answer.body.toString(),
      location: location === undefined ? undefined : new URL(location, url).href,
      headers: answer.headers,
    };
  }

  private keep(host: string, header: string): void {
    const cookie = parseSetCookie(host, header);
    const others = this.cookies.filter(({ name, path }) => name !== cookie.name || path !== cookie.path);
    const isDeleted =
      cookie.attributes.includes('max-age=0') ||
      cookie.attributes.some(
        (text) => text.startsWith('expires=') && Date.parse(text.slice(8)) <= Date.now(),
      );
    this.cookies = isDeleted ? others : [...others, cookie];
  }
}

/** Source: RFC 6265, 5.2. */
export function parseSetCookie(host: string, header: string): Cookie {
  const [pair = '', ...rest] = header.split('; ');
  const end = pair.indexOf('=');
  const attributes = rest.map((text) => text.toLowerCase());
  const path = rest.find((text) => /^path=/i.test(text))?.slice('path='.length) ?? '/';
  return { host, name: pair.slice(0, end), value: pair.slice(end + 1), path, attributes };
}

function reaches(path: string, pathname: string): boolean {
  if (pathname === path) return true;
  return pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
