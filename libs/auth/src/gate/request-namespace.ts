import { type DescMethod, isMessage, type Message } from '@bufbuild/protobuf';
import { flipt, fliptEvaluation, pennonAudit, pennonChanges } from '@pennon/proto';
import { resolveNamespaceKey, tokenKeys } from '@pennon/domain';
import { refusal } from '../credentials/credential';
import { isForEveryNamespace, isForWholeLog, takesNamespacedTokens } from './namespaced-tokens';
import type { IdentifiedCall } from './auth-gate';

/**
 * The one namespace that a request is about; undefined when it is about several, or about none.
 *
 * It reads the message that the handler gets, after the path has had its say, so both always mean the same namespace.
 */
export function namespaceOf(method: DescMethod, request: Message): string | undefined {
  if (isMessage(request, fliptEvaluation.BatchEvaluationRequestSchema)) return commonNamespace(request);
  const field = namespaceField(method);
  if (field === undefined) return undefined;
  const members = request as unknown as Readonly<Record<string, string>>;
  if (ofAllUnlessNamed.has(method) && members[field] === '') return undefined;
  return resolveNamespaceKey(members[field] ?? '');
}

/** The namespaces that a request looks at beside the one that it is about. */
export function otherNamespacesOf(request: Message): readonly string[] {
  if (isMessage(request, pennonChanges.CompareRevisionsRequestSchema))
    return request.fromNamespace === '' ? [] : [request.fromNamespace];
  if (isMessage(request, pennonChanges.CompareFlagRequestSchema))
    return [...new Set(request.with.map(resolveNamespaceKey))];
  if (isMessage(request, pennonChanges.CreateChangeRequestSchema) && request.source.case === 'promote')
    return [resolveNamespaceKey(request.source.value.fromNamespace)];
  return [];
}

/** The member of the method's requests that names the namespace. */
function namespaceField(method: DescMethod): string | undefined {
  if (method.input.fields.some(({ name }) => name === 'namespace_key')) return 'namespaceKey';
  return methodsOfNamespaces.has(method) ? 'key' : undefined;
}

/** Methods whose requests are about all namespaces, unless they name one. */
const ofAllUnlessNamed: ReadonlySet<DescMethod> = new Set<DescMethod>([
  pennonAudit.AuditService.method.listEvents,
  pennonChanges.ChangeService.method.findFlags,
]);

const { getNamespace, createNamespace, updateNamespace, deleteNamespace } = flipt.Flipt.method;

/** Methods whose requests are about the namespace of their `key`. */
const methodsOfNamespaces: ReadonlySet<DescMethod> = new Set<DescMethod>([
  getNamespace,
  createNamespace,
  updateNamespace,
  deleteNamespace,
  fliptEvaluation.DataService.method.evaluationSnapshotNamespace,
]);

/** The namespace of all items; a batch of none is about no namespace. */
function commonNamespace({ requests }: fliptEvaluation.BatchEvaluationRequest): string | undefined {
  const [first, ...others] = requests.map(({ namespaceKey }) => resolveNamespaceKey(namespaceKey));
  return others.every((namespaceKey) => namespaceKey === first) ? first : undefined;
}

/**
 * Holds a static token that is for one namespace to requests about that namespace, and to those that tell
 * nothing of any.
 *
 * @throws UnauthenticatedError for every other request, as if the token did not exist.
 */
export function checkNamespace({ method, request, identity }: IdentifiedCall): void {
  // Only static tokens are ever bound: the same key on another record means nothing.
  if (identity.method !== 'token') return;
  const bound = identity.metadata[tokenKeys.namespace];
  if (bound === undefined || isForEveryNamespace(method)) return;
  if (!takesNamespacedTokens(method)) throw refusal('the token is for one namespace, and this is for none');
  const wanted = namespaceOf(method, request);
  if (isForWholeLog(method, wanted)) throw refusal('the token is for one namespace, and this is for all');
  const namespaceKey = bound.trim();
  for (const one of [wanted, ...otherNamespacesOf(request)]) {
    if (namespaceKey !== '' && one !== namespaceKey) throw refusal('the token is for another namespace');
  }
}
