import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { flipt } from '@pennon/api';
import { assertNotEmpty, normalizeDistributionPercent, resolveNamespaceKey } from '@pennon/domain';
import { Write } from '../changes/write';
import { DistributionsService, type DistributionParents } from './distributions.service';
import { presentDistribution } from './rules.presenter';
import { validateDistribution } from './rules.validation';

const { method } = flipt.Flipt;

/** RPCs of distributions. */
@Controller()
export class DistributionsController {
  constructor(private readonly distributions: DistributionsService) {}

  @Write(method.createDistribution)
  async create(request: flipt.CreateDistributionRequest): Promise<flipt.Distribution> {
    validateDistribution(request);
    const rolloutPercent = normalizeDistributionPercent(request.rollout);
    return presentDistribution(await this.distributions.create(parentsIn(request), rolloutPercent));
  }

  @Write(method.updateDistribution)
  async update(request: flipt.UpdateDistributionRequest): Promise<flipt.Distribution> {
    assertNotEmpty('id', request.id);
    validateDistribution(request);
    const rolloutPercent = normalizeDistributionPercent(request.rollout);
    return presentDistribution(
      await this.distributions.update(parentsIn(request), request.id, rolloutPercent),
    );
  }

  @Write(method.deleteDistribution)
  async delete(request: flipt.DeleteDistributionRequest): Promise<Empty> {
    assertNotEmpty('id', request.id);
    validateDistribution(request);
    await this.distributions.delete(parentsIn(request), request.id);
    return create(EmptySchema);
  }
}

function parentsIn({ namespaceKey, flagKey, ruleId, variantId }: DistributionParents): DistributionParents {
  return { namespaceKey: resolveNamespaceKey(namespaceKey), flagKey, ruleId, variantId };
}
