import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { MetadataService } from '../gen/flipt/meta_pb';
import { HttpBodySchema, type HttpBody } from '../gen/google/api/httpbody_pb';
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
