import { type MethodNames } from '@pennon/config';

/** Attributes of a cookie that is set. */
export interface CookieAttributes {
  readonly path: string;
  /** Host and its subdomains that get it; undefined for this host alone. */
  readonly domain?: string;
  /** When the browser forgets it; undefined with its session. */
  readonly expires?: Date;
  /** Seconds; 0 deletes it. */
  readonly maxAge?: number;
  readonly secure: boolean;
  readonly sameSite: 'strict' | 'lax';
}

/** What is of HTTP alone, most of it for browsers. Scripts of the page never see a cookie that is set here. */
export interface HttpExchange {
  /** The path of the route that was taken, as `proto/` writes it, such as `/auth/v1/tokens/{id}`. */
  readonly path: string;

  /** Method of the request, in upper case. */
  readonly verb: string;

  /** Name of the host that was called, in lower case and without the port; undefined when the caller has named none. */
  readonly host?: string | undefined;

  /**
   * Path below which the API lies for the browser, such as `/flags`: what a trusted proxy says that it has stripped,
   * and the base path behind it; `''` where there is neither.
   */
  readonly prefix: string;

  /**
   * Path of the cookies that are for all of it: `/`, also where a proxy strips a path; with a base path the {@link
   * prefix}.
   */
  readonly cookiePath: string;

  /** True for callers that would rather have a page than JSON, as browsers would that are on their way somewhere. */
  readonly wantsPage: boolean;

  /** Has the answer call the login methods by these names, in place of those by which they are configured. */
  useMethodNames(names: MethodNames): void;

  setCookie(name: string, value: string, attributes: CookieAttributes): void;

  /** Answers 302 to that place, with the JSON of the answer for its body. */
  redirect(location: string): void;

  /** Has the call answer 302 to that place if it ends in a refusal, with the JSON of the refusal for its body. */
  redirectRefusal(location: string): void;
}
