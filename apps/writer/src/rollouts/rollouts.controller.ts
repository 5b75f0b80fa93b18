import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { flipt, pageRequest, Rpc, type RpcCall } from '@pennon/api';
import { resolveNamespaceKey } from '@pennon/domain';
import { presentRollout, presentRollouts } from './rollouts.presenter';
import { RolloutsService } from './rollouts.service';
import { validateStep } from './rollouts.validation';

const { method } = flipt.Flipt;

/** RPCs of rollouts. */
@Controller()
export class RolloutsController {
  constructor(private readonly rollouts: RolloutsService) {}

  @Rpc(method.getRollout)
  async get({ namespaceKey, id }: flipt.GetRolloutRequest): Promise<flipt.Rollout> {
    return presentRollout(await this.rollouts.get(resolveNamespaceKey(namespaceKey), id));
  }

  @Rpc(method.listRollouts)
  async list(request: flipt.ListRolloutRequest): Promise<flipt.RolloutList> {
    const page = pageRequest(request);
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    return presentRollouts(await this.rollouts.list(namespaceKey, request.flagKey, page));
  }

  @Rpc(method.createRollout)
  async create(request: flipt.CreateRolloutRequest, call: RpcCall): Promise<flipt.Rollout> {
    const { flagKey, rank, description } = request;
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const rollout = { namespaceKey, flagKey, rank, description };
    return presentRollout(await this.rollouts.create(call, rollout, validateStep(request.rule)));
  }

  @Rpc(method.updateRollout)
  async update(request: flipt.UpdateRolloutRequest, call: RpcCall): Promise<flipt.Rollout> {
    const { id, flagKey, description } = request;
    const rollout = { namespaceKey: resolveNamespaceKey(request.namespaceKey), flagKey, id, description };
    return presentRollout(await this.rollouts.update(call, rollout, validateStep(request.rule)));
  }

  @Rpc(method.orderRollouts)
  async order(request: flipt.OrderRolloutsRequest, call: RpcCall): Promise<Empty> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    await this.rollouts.order(call, namespaceKey, request.flagKey, request.rolloutIds);
    return create(EmptySchema);
  }

  @Rpc(method.deleteRollout)
  async delete(request: flipt.DeleteRolloutRequest, call: RpcCall): Promise<Empty> {
    await this.rollouts.delete(call, resolveNamespaceKey(request.namespaceKey), request.flagKey, request.id);
    return create(EmptySchema);
  }
}
