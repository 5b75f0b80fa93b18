import { isMessage, type DescMethod, type Message } from '@bufbuild/protobuf';
import { fliptEvaluation, fliptOfrep, ofrepNamespaceOf, type RpcCall } from '@pennon/api';
import { resolveNamespaceKey } from '@pennon/domain';
import { type AccessRequest } from './access-request';

/** True for an RPC of evaluation or OFREP. */
export function isEvaluation({ parent }: DescMethod): boolean {
  return parent === fliptEvaluation.EvaluationService || parent === fliptOfrep.OFREPService;
}

/**
 * What it takes to evaluate where roles count for that too: to read flags in every namespace that the call names.
 */
export function evaluationAccessesOf(request: Message, call: RpcCall): readonly AccessRequest[] {
  return [...namespacesIn(request, call)].map((namespaceKey) => ({
    resource: 'flag',
    subject: 'flag',
    action: 'read',
    namespaceKey,
  }));
}

/** The configuration of OFREP is about no namespace. */
function namespacesIn(request: Message, call: RpcCall): ReadonlySet<string> {
  if (isMessage(request, fliptOfrep.GetProviderConfigurationRequestSchema)) return new Set();
  if (isMessage(request, fliptEvaluation.EvaluationRequestSchema))
    return new Set([resolveNamespaceKey(request.namespaceKey)]);
  if (isMessage(request, fliptEvaluation.BatchEvaluationRequestSchema))
    return new Set(request.requests.map(({ namespaceKey }) => resolveNamespaceKey(namespaceKey)));
  return new Set([ofrepNamespaceOf(call)]);
}
