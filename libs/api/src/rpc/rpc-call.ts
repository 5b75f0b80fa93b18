import { type Identity } from '@pennon/domain';
import { type HttpExchange } from '../http/http-exchange';

/** Rights to namespaces themselves, for calls that may come upon the need of them while they are carried out. */
export interface NamespaceRights {
  /** Throws PermissionDeniedError when the caller must not do that with the namespace itself. */
  assert(action: 'create' | 'update', namespaceKey: string): void;
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
