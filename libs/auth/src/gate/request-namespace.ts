import { create, type DescMethod, isMessage, type Message } from '@bufbuild/protobuf';
import { flipt, fliptEvaluation, pennonAudit, pennonChanges } from '@pennon/proto';
import { type Identity, resolveNamespaceKey, tokenKeys } from '@pennon/domain';

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

/** An empty request that names a namespace, if requests of the method do. */
export function requestAbout(method: DescMethod, namespaceKey: string): Message {
  const field = namespaceField(method);
  return create(method.input, field === undefined ? {} : { [field]: namespaceKey });
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
 * The namespace that a static token is for, empty for any one; undefined for all other identities. The same metadata on
 * a record of another method means nothing.
 */
export function boundNamespaceOf({ method, metadata }: Identity): string | undefined {
  return method === 'token' ? metadata[tokenKeys.namespace]?.trim() : undefined;
}
