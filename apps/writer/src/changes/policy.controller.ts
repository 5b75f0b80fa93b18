import { Controller } from '@nestjs/common';
import { Rpc, type RpcCall } from '@pennon/api';
import { Policies, policyRightsOf } from '@pennon/changes';
import { NO_REVIEW, resolveNamespaceKey } from '@pennon/domain';
import { pennonChanges } from '@pennon/proto';
import { askerOf } from './asked-by';
import { presentPolicy, readPolicy } from './policy.presenter';

const { method } = pennonChanges.ChangeService;

/** How changes of namespaces are reviewed. */
@Controller()
export class PolicyController {
  constructor(private readonly policies: Policies) {}

  @Rpc(method.getPolicy)
  async get(request: pennonChanges.GetPolicyRequest, call: RpcCall): Promise<pennonChanges.Policy> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const policy = await this.policies.get(namespaceKey);
    return presentPolicy(policy, { mine: policyRightsOf(policy, namespaceKey, askerOf(call)) });
  }

  @Rpc(method.updatePolicy)
  async update(
    { namespaceKey, policy = presentPolicy(NO_REVIEW) }: pennonChanges.UpdatePolicyRequest,
    call: RpcCall,
  ): Promise<pennonChanges.Policy> {
    const wanted = readPolicy(policy);
    const set = await this.policies.set(askerOf(call), resolveNamespaceKey(namespaceKey), wanted);
    return presentPolicy(set.policy, set);
  }
}
