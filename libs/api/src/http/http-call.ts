import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type RpcCall } from '../rpc/rpc-call';
import { listsTag } from '../rpc/lists-tag';

/** A call that came through the HTTP door. */
export class HttpCall implements RpcCall {
  private isHeld = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {}

  /** True once the caller turned out to hold the answer: it gets a 304 without a body. */
  get isNotModified(): boolean {
    return this.isHeld;
  }

  /** A header `Grpc-Metadata-<name>` stands for metadata of that name. Source: contract/evaluation.md 3.1. */
  header(name: string): string | undefined {
    const { headersDistinct } = this.request;
    return (headersDistinct[name] ?? headersDistinct[`grpc-metadata-${name}`])?.[0];
  }

  tagAnswer(tag: string): boolean {
    this.response.setHeader('ETag', tag);
    const held = this.request.headers['if-none-match'];
    this.isHeld = held !== undefined && listsTag(held, tag);
    return this.isHeld;
  }
}
