import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { MetadataService, type HttpBody, HttpBodySchema } from '@pennon/proto';
import { Rpc } from '../rpc/rpc';
import { InstanceDescription } from './instance-description';

/** RPCs that tell what this instance is. */
@Controller()
export class MetaController {
  constructor(private readonly instance: InstanceDescription) {}

  @Rpc(MetadataService.method.getConfiguration)
  getConfiguration(): HttpBody {
    return jsonBody(this.instance.configuration());
  }

  @Rpc(MetadataService.method.getInfo)
  getInfo(): HttpBody {
    return jsonBody(this.instance.info());
  }
}

function jsonBody(document: object): HttpBody {
  return create(HttpBodySchema, {
    contentType: 'application/json',
    data: Buffer.from(JSON.stringify(document)),
  });
}
