import { createHash } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { Rpc, type RpcCall } from '@pennon/api';
import { type HttpBody, HttpBodySchema, pennonReference } from '@pennon/proto';

/** The document as it is sent: written when somebody first asks, because only then all handlers are known. */
export class OpenApiText {
  private written: { readonly text: Buffer; readonly tag: string } | undefined;

  constructor(private readonly document: () => object) {}

  get text(): Buffer {
    return this.sent.text;
  }

  /** Says by its content which one it is, as `ETag` has it; weak, because it is the same for all encodings. */
  get tag(): string {
    return this.sent.tag;
  }

  private get sent(): { readonly text: Buffer; readonly tag: string } {
    this.written ??= this.write();
    return this.written;
  }

  private write(): { readonly text: Buffer; readonly tag: string } {
    const text = Buffer.from(JSON.stringify(this.document()));
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    return { text, tag: `W/"${digest}"` };
  }
}

/** Tells what the API is, to anybody. */
@Controller()
export class OpenApiController {
  constructor(private readonly openApi: OpenApiText) {}

  @Rpc(pennonReference.ReferenceService.method.getOpenApi)
  getOpenApi(_request: unknown, call: RpcCall): HttpBody {
    const { text, tag } = this.openApi;
    call.setHeader('cache-control', 'no-cache');
    return create(HttpBodySchema, {
      contentType: 'application/json',
      data: call.tagAnswer(tag) ? new Uint8Array() : text,
    });
  }
}
