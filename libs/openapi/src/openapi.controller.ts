import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { HttpBodySchema, pennonReference, Rpc, type HttpBody, type RpcCall } from '@pennon/api';
import { OpenApiText } from './openapi-text';

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
