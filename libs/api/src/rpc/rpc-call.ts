import type { MethodNames } from '@pennon/config';
import type { Identity, NamespaceRights } from '@pennon/domain';

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

  /** If the call is refused, answers 302 to this location, with the JSON of the refusal as body. */
  redirectRefusal(location: string): void;
}

/** What a handler may learn of a call, and say of its answer, beside the messages; the same on every door. */
export interface RpcCall {
  /** Who calls; undefined when nobody needed to say. The {@link Gate} sets it. */
  identity: Identity | undefined;

  /** Keys of the namespaces that the caller may see in lists; undefined for all. The {@link Gate} sets it. */
  visibleNamespaces: ReadonlySet<string> | undefined;

  /**
   * What the caller may do beyond what the RPC takes in any case; undefined for everything. The {@link Gate} sets it.
   */
  namespaceRights: NamespaceRights | undefined;

  /** What the call came by, which may be the same of several calls: for what is remembered from one to the next. */
  readonly connection: object;

  /** Names the call in its answer and in log lines: 1 to 128 letters, digits, `_`, `.`, `:` and `-`. */
  readonly requestId: string;

  /** Network address of the caller, or of the last proxy that is not trusted. */
  readonly clientAddress: string;

  /** The HTTP side of the call, for what only browsers do; undefined on the gRPC door. */
  readonly http: HttpExchange | undefined;

  /**
   * A header of the request, or metadata on the gRPC door; its first value, which may be empty.
   *
   * @param name In lower case.
   */
  header(name: string): string | undefined;

  /** Every value of the `Authorization` header, or metadata: whoever sends two hides something. */
  authorizations(): readonly string[];

  /** The value of a cookie. */
  cookie(name: string): string | undefined;

  /**
   * Sets a header of the answer, or of the refusal if there is one; metadata before the message on the gRPC door.
   *
   * @param name In lower case.
   */
  setHeader(name: string, value: string): void;

  /**
   * Names the state that the answer shows, and tells whether the caller holds an answer of that state already. Then
   * the caller is told so, and whatever the handler returns is not sent: it can save itself the work.
   *
   * @param tag The value of the `ETag` header, with the quotes if it is to have any.
   */
  tagAnswer(tag: string): boolean;
}
