import { create } from '@bufbuild/protobuf';
import { type Empty, EmptySchema } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { callerOf, pageRequest, Rpc, type RpcCall } from '@pennon/api';
import { flipt } from '@pennon/proto';
import { normalizeThresholdPercent, resolveNamespaceKey, type RolloutStep } from '@pennon/domain';
import { selectionOf } from '../segments/segment-selection';
import { presentRollout, presentRollouts } from './rollouts.presenter';
import { RolloutsService } from './rollouts.service';

/**
 * The step a request describes; undefined when it has neither a threshold nor a segment part.
 *
 * @throws InvalidArgumentError if the percentage is not a number from 0 to 100 or the segments are missing.
 */
function validateStep(
  rule: flipt.CreateRolloutRequest['rule'] | flipt.UpdateRolloutRequest['rule'],
): RolloutStep | undefined {
  if (rule.case === undefined) return undefined;
  const { value } = rule.value;
  if (rule.case === 'segment') return { type: 'segment', ...selectionOf(rule.value), value };
  return { type: 'threshold', percent: normalizeThresholdPercent(rule.value.percentage), value };
}

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
    return presentRollout(await this.rollouts.create(callerOf(call), rollout, validateStep(request.rule)));
  }

  @Rpc(method.updateRollout)
  async update(request: flipt.UpdateRolloutRequest, call: RpcCall): Promise<flipt.Rollout> {
    const { id, flagKey, description } = request;
    const rollout = { namespaceKey: resolveNamespaceKey(request.namespaceKey), flagKey, id, description };
    return presentRollout(await this.rollouts.update(callerOf(call), rollout, validateStep(request.rule)));
  }

  @Rpc(method.orderRollouts)
  async order(request: flipt.OrderRolloutsRequest, call: RpcCall): Promise<Empty> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    await this.rollouts.order(callerOf(call), namespaceKey, request.flagKey, request.rolloutIds);
    return create(EmptySchema);
  }

  @Rpc(method.deleteRollout)
  async delete(request: flipt.DeleteRolloutRequest, call: RpcCall): Promise<Empty> {
    await this.rollouts.delete(
      callerOf(call),
      resolveNamespaceKey(request.namespaceKey),
      request.flagKey,
      request.id,
    );
    return create(EmptySchema);
  }
}
