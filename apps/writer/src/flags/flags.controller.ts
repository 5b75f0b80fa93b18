import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { flipt, limitedPageRequest, Rpc, type RpcCall } from '@pennon/api';
import { resolveNamespaceKey } from '@pennon/domain';
import { flagTypeWords, presentFlag, presentFlags } from './flags.presenter';
import { FlagsService } from './flags.service';

const { method } = flipt.Flipt;

/** RPCs of flags. */
@Controller()
export class FlagsController {
  constructor(private readonly flags: FlagsService) {}

  @Rpc(method.getFlag)
  async get({ namespaceKey, key }: flipt.GetFlagRequest): Promise<flipt.Flag> {
    return presentFlag(await this.flags.get(resolveNamespaceKey(namespaceKey), key));
  }

  @Rpc(method.listFlags)
  async list(request: flipt.ListFlagRequest): Promise<flipt.FlagList> {
    const page = limitedPageRequest(request);
    return presentFlags(await this.flags.list(resolveNamespaceKey(request.namespaceKey), page));
  }

  @Rpc(method.createFlag)
  async create(request: flipt.CreateFlagRequest, call: RpcCall): Promise<flipt.Flag> {
    const { key, name, description, enabled, metadata } = request;
    const flag = await this.flags.create(call, {
      namespaceKey: resolveNamespaceKey(request.namespaceKey),
      key,
      name,
      description,
      isEnabled: enabled,
      type: flagTypeWords.fromWire('type', request.type),
      metadata,
    });
    return presentFlag(flag);
  }

  @Rpc(method.updateFlag)
  async update(request: flipt.UpdateFlagRequest, call: RpcCall): Promise<flipt.Flag> {
    const { key, name, description, enabled, metadata, defaultVariantId } = request;
    const flag = await this.flags.update(call, resolveNamespaceKey(request.namespaceKey), key, {
      name,
      description,
      isEnabled: enabled,
      defaultVariantId: defaultVariantId === '' ? undefined : defaultVariantId,
      metadata,
    });
    return presentFlag(flag);
  }

  @Rpc(method.deleteFlag)
  async delete({ namespaceKey, key }: flipt.DeleteFlagRequest, call: RpcCall): Promise<Empty> {
    await this.flags.delete(call, resolveNamespaceKey(namespaceKey), key);
    return create(EmptySchema);
  }
}
