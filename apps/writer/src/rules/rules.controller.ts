import { create } from '@bufbuild/protobuf';
import { type Empty, EmptySchema } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { callerOf, limitedPageRequest, nextPageToken, Rpc, type RpcCall } from '@pennon/api';
import { flipt, timestampOf } from '@pennon/proto';
import {
  type Distribution,
  type Page,
  resolveNamespaceKey,
  type RuleWithDistributions,
} from '@pennon/domain';
import { presentSelection, selectionOf } from '../segments/segment-selection';
import { RulesService } from './rules.service';

/** A distribution on the wire. */
export function presentDistribution(distribution: Distribution): flipt.Distribution {
  const { id, ruleId, variantId, rolloutPercent, createdAt, updatedAt } = distribution;
  return create(flipt.DistributionSchema, {
    id,
    ruleId,
    variantId,
    rollout: rolloutPercent,
    createdAt: timestampOf(createdAt),
    updatedAt: timestampOf(updatedAt),
  });
}

/** A rule on the wire. */
export function presentRule(rule: RuleWithDistributions): flipt.Rule {
  const { id, flagKey, distributions, rank, createdAt, updatedAt, namespaceKey } = rule;
  return create(flipt.RuleSchema, {
    id,
    flagKey,
    distributions: distributions.map(presentDistribution),
    rank,
    createdAt: timestampOf(createdAt),
    updatedAt: timestampOf(updatedAt),
    namespaceKey,
    ...presentSelection(rule),
  });
}

/** A page of rules on the wire. */
function presentRules({ items, totalCount, next }: Page<RuleWithDistributions>): flipt.RuleList {
  return create(flipt.RuleListSchema, {
    rules: items.map(presentRule),
    nextPageToken: nextPageToken(next),
    totalCount,
  });
}

const { method } = flipt.Flipt;

/** RPCs of rules. */
@Controller()
export class RulesController {
  constructor(private readonly rules: RulesService) {}

  @Rpc(method.getRule)
  async get(request: flipt.GetRuleRequest): Promise<flipt.Rule> {
    return presentRule(await this.rules.get(resolveNamespaceKey(request.namespaceKey), request.id));
  }

  @Rpc(method.listRules)
  async list(request: flipt.ListRuleRequest): Promise<flipt.RuleList> {
    const page = limitedPageRequest(request);
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    return presentRules(await this.rules.list(namespaceKey, request.flagKey, page));
  }

  @Rpc(method.createRule)
  async create(request: flipt.CreateRuleRequest, call: RpcCall): Promise<flipt.Rule> {
    const rule = await this.rules.create(callerOf(call), {
      ...selectionOf(request),
      namespaceKey: resolveNamespaceKey(request.namespaceKey),
      flagKey: request.flagKey,
      rank: request.rank,
    });
    return presentRule(rule);
  }

  @Rpc(method.updateRule)
  async update(request: flipt.UpdateRuleRequest, call: RpcCall): Promise<flipt.Rule> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const { flagKey, id } = request;
    return presentRule(
      await this.rules.update(callerOf(call), namespaceKey, flagKey, id, selectionOf(request)),
    );
  }

  @Rpc(method.orderRules)
  async order(request: flipt.OrderRulesRequest, call: RpcCall): Promise<Empty> {
    await this.rules.order(
      callerOf(call),
      resolveNamespaceKey(request.namespaceKey),
      request.flagKey,
      request.ruleIds,
    );
    return create(EmptySchema);
  }

  @Rpc(method.deleteRule)
  async delete(request: flipt.DeleteRuleRequest, call: RpcCall): Promise<Empty> {
    await this.rules.delete(
      callerOf(call),
      resolveNamespaceKey(request.namespaceKey),
      request.flagKey,
      request.id,
    );
    return create(EmptySchema);
  }
}
