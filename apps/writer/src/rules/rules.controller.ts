import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { flipt, limitedPageRequest, Rpc } from '@pennon/api';
import { assertNotEmpty, resolveNamespaceKey } from '@pennon/domain';
import { Write } from '../changes/write';
import { selectionOf } from '../segments/segment-selection';
import { presentRule, presentRules } from './rules.presenter';
import { RulesService } from './rules.service';
import { validateCreateRule, validateOrderRules, validateRule } from './rules.validation';

const { method } = flipt.Flipt;

/** RPCs of rules. */
@Controller()
export class RulesController {
  constructor(private readonly rules: RulesService) {}

  @Rpc(method.getRule)
  async get(request: flipt.GetRuleRequest): Promise<flipt.Rule> {
    validateRule(request);
    return presentRule(await this.rules.get(resolveNamespaceKey(request.namespaceKey), request.id));
  }

  @Rpc(method.listRules)
  async list(request: flipt.ListRuleRequest): Promise<flipt.RuleList> {
    assertNotEmpty('flagKey', request.flagKey);
    const page = limitedPageRequest(request);
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    return presentRules(await this.rules.list(namespaceKey, request.flagKey, page));
  }

  @Write(method.createRule)
  async create(request: flipt.CreateRuleRequest): Promise<flipt.Rule> {
    validateCreateRule(request);
    const rule = await this.rules.create({
      ...selectionOf(request),
      namespaceKey: resolveNamespaceKey(request.namespaceKey),
      flagKey: request.flagKey,
      rank: request.rank,
    });
    return presentRule(rule);
  }

  @Write(method.updateRule)
  async update(request: flipt.UpdateRuleRequest): Promise<flipt.Rule> {
    validateRule(request);
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const { flagKey, id } = request;
    return presentRule(await this.rules.update(namespaceKey, flagKey, id, selectionOf(request)));
  }

  @Write(method.orderRules)
  async order(request: flipt.OrderRulesRequest): Promise<Empty> {
    validateOrderRules(request);
    await this.rules.order(resolveNamespaceKey(request.namespaceKey), request.flagKey, request.ruleIds);
    return create(EmptySchema);
  }

  @Write(method.deleteRule)
  async delete(request: flipt.DeleteRuleRequest): Promise<Empty> {
    validateRule(request);
    await this.rules.delete(resolveNamespaceKey(request.namespaceKey), request.flagKey, request.id);
    return create(EmptySchema);
  }
}
