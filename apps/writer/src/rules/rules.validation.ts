import { type flipt } from '@pennon/api';
import { assertListedOnce, assertNotEmpty, invalidField } from '@pennon/domain';
import { selectionOf } from '../segments/segment-selection';

type RuleRequest = flipt.GetRuleRequest | flipt.DeleteRuleRequest | flipt.UpdateRuleRequest;
type DistributionRequest =
  | flipt.CreateDistributionRequest
  | flipt.UpdateDistributionRequest
  | flipt.DeleteDistributionRequest;

/** Source of all checks and their order: contract/management-api.md 4. */
export function validateRule(request: RuleRequest): void {
  assertNotEmpty('id', request.id);
  assertNotEmpty('flagKey', request.flagKey);
}

/** @throws InvalidArgumentError if the flag or the segments are missing, or the rank is not positive. */
export function validateCreateRule(request: flipt.CreateRuleRequest): void {
  assertNotEmpty('flagKey', request.flagKey);
  selectionOf(request);
  if (request.rank <= 0) throw invalidField('rank', 'must be greater than 0');
}

/** @throws InvalidArgumentError if fewer than two ids are given, or one of them twice. */
export function validateOrderRules(request: flipt.OrderRulesRequest): void {
  assertNotEmpty('flagKey', request.flagKey);
  if (request.ruleIds.length < 2) throw invalidField('ruleIds', 'must contain atleast 2 elements');
  assertListedOnce('ruleIds', request.ruleIds);
}

/** @throws InvalidArgumentError if the flag, the rule or the variant is not named. */
export function validateDistribution(request: DistributionRequest): void {
  assertNotEmpty('flagKey', request.flagKey);
  assertNotEmpty('ruleId', request.ruleId);
  assertNotEmpty('variantId', request.variantId);
}
