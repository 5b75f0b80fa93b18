import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Identity, type NamespaceRights } from '@pennon/domain';
import { parseCookie, stringifySetCookie } from 'cookie';
import Negotiator from 'negotiator';
import { type MethodNames } from '@pennon/config';
import { type EnumNames, methodEnumNames } from '../json/message-json';
import { listsTag } from '../rpc/call-headers';
import type { RpcCall, CookieAttributes, HttpExchange } from '../rpc/rpc-call';
import { idOf } from './whole-request';
import { peerOf } from '../connections/forwarded-peer';
import { type AnswerHeaders } from './reply';
import { type TrustedProxies } from '../connections/trusted-proxies';

const AUTHORIZATION = 'authorization';

/** Headers that stand for metadata, by its name. Handlers ask for a handful of names, and some for each evaluation. */
const standIns = new Map<string, string>();

/** A call that came through the HTTP door. */
export class HttpCall implements RpcCall, HttpExchange {
  identity: Identity | undefined;
  visibleNamespaces: ReadonlySet<string> | undefined;
  namespaceRights: NamespaceRights | undefined;
  private isHeld = false;
  private tag: string | undefined;
  private location: string | undefined;

  /** Names of enum values that this answer has; undefined for those that all answers have. */
  enumNames: EnumNames | undefined;

  /** Where the caller is to be sent with a refusal; undefined for nowhere. */
  refusalLocation: string | undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    readonly path: string,
    private readonly proxies: TrustedProxies,
    private readonly basePath: string,
  ) {}

  /** 200, or 302 once the caller is to be sent elsewhere, or 304 once it turned out to hold the answer. */
  get status(): 200 | 302 | 304 {
    if (this.isHeld) return 304;
    return this.location === undefined ? 200 : 302;
  }

  /** Headers of the answer that a refusal in its place must not have. */
  get answerHeaders(): AnswerHeaders | undefined {
    if (this.tag === undefined) return undefined;
    // Whoever keeps the answer must not hand it to somebody else.
    return this.identity === undefined
      ? { ETag: this.tag }
      : { ETag: this.tag, Vary: 'Authorization, Cookie' };
  }

  get http(): HttpExchange {
    return this;
  }

  get host(): string | undefined {
    return this.request.headers.host?.replace(/:\d+$/, '').toLowerCase();
  }

  get verb(): string {
    return this.request.method ?? 'GET';
  }

  get connection(): object {
    return this.request.socket;
  }

  get requestId(): string {
    return idOf(this.request);
  }

  get clientAddress(): string {
    return this.proxies.clientOf(peerOf(this.request), this.request.headers['x-forwarded-for']);
  }

  get prefix(): string {
    const stripped = this.proxies.prefixOf(
      peerOf(this.request),
      this.request.headersDistinct['x-forwarded-prefix'],
    );
    return `${stripped}${this.basePath}`;
  }

  get cookiePath(): string {
    return this.basePath === '' ? '/' : this.prefix;
  }

  /** Who takes anything, as programs do, gets JSON. */
  get wantsPage(): boolean {
    const [preferred] = new Negotiator(this.request).mediaTypes(['application/json', 'text/html']);
    return preferred === 'text/html';
  }

  /** A header `Grpc-Metadata-<name>` stands for metadata of that name. */
  header(name: string): string | undefined {
    const { headers } = this.request;
    const standIn = standInOf(name);
    // Most are not there, and to take all of them apart costs more than to look.
    if (headers[name] === undefined && headers[standIn] === undefined) return undefined;
    const { headersDistinct } = this.request;
    return (headersDistinct[name] ?? headersDistinct[standIn])?.[0];
  }

  /** Node's own view of the headers keeps the first one only. */
  authorizations(): readonly string[] {
    const { rawHeaders, headers } = this.request;
    if (headers.authorization === undefined) return [];
    const values: string[] = [];
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index];
      if (name?.length !== AUTHORIZATION.length || name.toLowerCase() !== AUTHORIZATION) continue;
      values.push(rawHeaders[index + 1] ?? '');
    }
    return values;
  }

  cookie(name: string): string | undefined {
    const { cookie } = this.request.headers;
    return cookie === undefined ? undefined : parseCookie(cookie)[name];
  }

  setHeader(name: string, value: string): void {
    this.response.setHeader(name, value);
  }

  tagAnswer(tag: string): boolean {
    this.tag = tag;
    const held = this.request.headers['if-none-match'];
    this.isHeld = held !== undefined && listsTag(held, tag);
    return this.isHeld;
  }

  useMethodNames(names: MethodNames): void {
    this.enumNames = methodEnumNames(names);
  }

  setCookie(name: string, value: string, attributes: CookieAttributes): void {
    this.response.appendHeader(
      'Set-Cookie',
      stringifySetCookie({ name, value, httpOnly: true, ...attributes }),
    );
  }

  redirect(location: string): void {
    this.location = location;
    this.response.setHeader('Location', location);
  }

  redirectRefusal(location: string): void {
    this.refusalLocation = location;
  }
}

/** The header that stands for metadata of that name; made once, because to put it together costs more than to look. */
function standInOf(name: string): string {
  let standIn = standIns.get(name);
  if (standIn === undefined) {
    standIn = `grpc-metadata-${name}`;
    standIns.set(name, standIn);
  }
  return standIn;
}
