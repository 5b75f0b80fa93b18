import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { flipt, limitedPageRequest, Rpc } from '@pennon/api';
import { assertNotEmpty, resolveNamespaceKey } from '@pennon/domain';
import { Write } from '../changes/write';
import { flagTypeWords, presentFlag, presentFlags } from './flags.presenter';
import { FlagsService } from './flags.service';
import { validateCreateFlag, validateUpdateFlag } from './flags.validation';

const { method } = flipt.Flipt;

/** RPCs of flags. */
@Controller()
export class FlagsController {
  constructor(private readonly flags: FlagsService) {}

  @Rpc(method.getFlag)
  async get({ namespaceKey, key }: flipt.GetFlagRequest): Promise<flipt.Flag> {
    assertNotEmpty('key', key);
    return presentFlag(await this.flags.get(resolveNamespaceKey(namespaceKey), key));
  }

  @Rpc(method.listFlags)
  async list(request: flipt.ListFlagRequest): Promise<flipt.FlagList> {
    const page = limitedPageRequest(request);
    return presentFlags(await this.flags.list(resolveNamespaceKey(request.namespaceKey), page));
  }

  @Write(method.createFlag)
  async create(request: flipt.CreateFlagRequest): Promise<flipt.Flag> {
    validateCreateFlag(request);
    const { key, name, description, enabled, metadata } = request;
    const flag = await this.flags.create({
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

  @Write(method.updateFlag)
  async update(request: flipt.UpdateFlagRequest): Promise<flipt.Flag> {
    validateUpdateFlag(request);
    const { key, name, description, enabled, metadata, defaultVariantId } = request;
    const flag = await this.flags.update(resolveNamespaceKey(request.namespaceKey), key, {
      name,
      description,
      isEnabled: enabled,
      defaultVariantId: defaultVariantId === '' ? undefined : defaultVariantId,
      metadata,
    });
    return presentFlag(flag);
  }

  @Write(method.deleteFlag)
  async delete({ namespaceKey, key }: flipt.DeleteFlagRequest): Promise<Empty> {
    assertNotEmpty('key', key);
    await this.flags.delete(resolveNamespaceKey(namespaceKey), key);
    return create(EmptySchema);
  }
}
