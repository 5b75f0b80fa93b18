import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { callerOf, Rpc, type RpcCall } from '@pennon/api';
import { flipt } from '@pennon/proto';
import { normalizeDistributionPercent, resolveNamespaceKey } from '@pennon/domain';
import { DistributionsService, type DistributionParents } from './rules.service';
import { presentDistribution } from './rules.controller';

const { method } = flipt.Flipt;

/** RPCs of distributions. */
@Controller()
export class DistributionsController {
  constructor(private readonly distributions: DistributionsService) {}

  @Rpc(method.createDistribution)
  async create(request: flipt.CreateDistributionRequest, call: RpcCall): Promise<flipt.Distribution> {
    const rolloutPercent = normalizeDistributionPercent(request.rollout);
    return presentDistribution(
      await this.distributions.create(callerOf(call), parentsIn(request), rolloutPercent),
    );
  }

  @Rpc(method.updateDistribution)
  async update(request: flipt.UpdateDistributionRequest, call: RpcCall): Promise<flipt.Distribution> {
    const rolloutPercent = normalizeDistributionPercent(request.rollout);
    return presentDistribution(
      await this.distributions.update(callerOf(call), parentsIn(request), request.id, rolloutPercent),
    );
  }

  @Rpc(method.deleteDistribution)
  async delete(request: flipt.DeleteDistributionRequest, call: RpcCall): Promise<Empty> {
    await this.distributions.delete(callerOf(call), parentsIn(request), request.id);
    return create(EmptySchema);
  }
}

function parentsIn({ namespaceKey, flagKey, ruleId, variantId }: DistributionParents): DistributionParents {
  return { namespaceKey: resolveNamespaceKey(namespaceKey), flagKey, ruleId, variantId };
}
