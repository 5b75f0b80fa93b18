import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { flipt } from '@pennon/api';
import { resolveNamespaceKey } from '@pennon/domain';
import { Write } from '../changes/write';
import { presentVariant } from './flags.presenter';
import { validateCreateVariant, validateDeleteVariant, validateUpdateVariant } from './flags.validation';
import { VariantsService } from './variants.service';

const { method } = flipt.Flipt;

/** RPCs of variants. */
@Controller()
export class VariantsController {
  constructor(private readonly variants: VariantsService) {}

  @Write(method.createVariant)
  async create(request: flipt.CreateVariantRequest): Promise<flipt.Variant> {
    validateCreateVariant(request);
    const { flagKey, key, name, description, attachment } = request;
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const variant = { namespaceKey, flagKey, key, name, description, attachment };
    return presentVariant(await this.variants.create(variant));
  }

  @Write(method.updateVariant)
  async update(request: flipt.UpdateVariantRequest): Promise<flipt.Variant> {
    validateUpdateVariant(request);
    const { id, flagKey, key, name, description, attachment } = request;
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const changes = { key, name, description, attachment };
    return presentVariant(await this.variants.update(namespaceKey, flagKey, id, changes));
  }

  @Write(method.deleteVariant)
  async delete(request: flipt.DeleteVariantRequest): Promise<Empty> {
    validateDeleteVariant(request);
    await this.variants.delete(resolveNamespaceKey(request.namespaceKey), request.flagKey, request.id);
    return create(EmptySchema);
  }
}
