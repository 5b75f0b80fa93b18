import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { callerOf, Rpc, type RpcCall } from '@pennon/api';
import { flipt } from '@pennon/proto';
import { resolveNamespaceKey } from '@pennon/domain';
import { presentVariant } from './flags.controller';
import { VariantsService } from './flags.service';

const { method } = flipt.Flipt;

/** RPCs of variants. */
@Controller()
export class VariantsController {
  constructor(private readonly variants: VariantsService) {}

  @Rpc(method.createVariant)
  async create(request: flipt.CreateVariantRequest, call: RpcCall): Promise<flipt.Variant> {
    const { flagKey, key, name, description, attachment } = request;
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const variant = { namespaceKey, flagKey, key, name, description, attachment };
    return presentVariant(await this.variants.create(callerOf(call), variant));
  }

  @Rpc(method.updateVariant)
  async update(request: flipt.UpdateVariantRequest, call: RpcCall): Promise<flipt.Variant> {
    const { id, flagKey, key, name, description, attachment } = request;
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const changes = { key, name, description, attachment };
    return presentVariant(await this.variants.update(callerOf(call), namespaceKey, flagKey, id, changes));
  }

  @Rpc(method.deleteVariant)
  async delete(request: flipt.DeleteVariantRequest, call: RpcCall): Promise<Empty> {
    await this.variants.delete(
      callerOf(call),
      resolveNamespaceKey(request.namespaceKey),
      request.flagKey,
      request.id,
    );
    return create(EmptySchema);
  }
}
