import { type DescMethod, isMessage, type Message } from '@bufbuild/protobuf';
import { ofrepNamespaceOf, type RpcCall } from '@pennon/api';
import { fliptEvaluation, fliptOfrep } from '@pennon/proto';
import { type Identity, PermissionDeniedError, resolveNamespaceKey } from '@pennon/domain';
import { AccessDeniedError, type AccessRequest, type DeniedAccess } from '../gate/access-request';
import type { CallCheck } from '../gate/auth-gate';
import { accessRequestsOf } from './access-table';

/** Decides what callers may do: roles do, and policies could. */
export interface Authorizer {
  /**
   * Why the caller may not do this; undefined when it may.
   *
   * @returns what goes on from `permission denied: `.
   */
  refusalOf(identity: Identity, request: AccessRequest): string | undefined;

  /** The roles that the caller has in a namespace. */
  rolesIn(identity: Identity, namespaceKey: string): ReadonlySet<string>;

  /** Keys of the namespaces that the caller may see; undefined for all. */
  visibleNamespacesOf(identity: Identity): ReadonlySet<string> | undefined;
}

/** True for an RPC of evaluation or OFREP. */
function isEvaluation({ parent }: DescMethod): boolean {
  return parent === fliptEvaluation.EvaluationService || parent === fliptOfrep.OFREPService;
}

/**
 * What it takes to evaluate where roles count for that too: to read flags in every namespace that the call names.
 */
function evaluationAccessesOf(request: Message, call: RpcCall): readonly AccessRequest[] {
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

/**
 * Holds callers to what the authorizer lets them do.
 *
 * @param evaluation Whether evaluating takes the right to read flags; `authorization.evaluation`.
 * @returns a check that throws PermissionDeniedError with the reason.
 */
export function accessCheck(authorizer: Authorizer, evaluation: boolean): CallCheck {
  return ({ method, request, call, identity }) => {
    const assertAllowed = (access: AccessRequest, named: DeniedAccess['named']): void => {
      const refusal = authorizer.refusalOf(identity, access);
      if (refusal !== undefined) throw new AccessDeniedError(refusal, { ...access, named });
    };
    const accesses =
      evaluation && isEvaluation(method)
        ? evaluationAccessesOf(request, call)
        : accessRequestsOf(method, request);
    if (accesses === undefined)
      throw new PermissionDeniedError(`permission denied: ${method.name} is open to no one`);
    if (accesses.length === 0) return;
    for (const access of accesses) assertAllowed(access, request as DeniedAccess['named']);
    call.visibleNamespaces = authorizer.visibleNamespacesOf(identity);
    call.namespaceRights = {
      assert(action, namespaceKey) {
        const namespace = { resource: 'namespace', subject: 'namespace', action, namespaceKey } as const;
        assertAllowed(namespace, { key: namespaceKey });
      },
      rolesIn: (namespaceKey) => authorizer.rolesIn(identity, namespaceKey),
      mayWrite: (namespaceKey) =>
        (['flag', 'segment'] as const).every(
          (resource) =>
            authorizer.refusalOf(identity, {
              resource,
              subject: 'change',
              action: 'update',
              namespaceKey,
            }) === undefined,
        ),
    };
  };
}
