import { checkFile, readAuthorities } from '../files/pem-files';
import type { ConfigProblem, Violation } from '../settings/config-error';
import { type MethodChecks, type Methods, methodsKey, when } from './method-checks';

/** The service accounts of a cluster. */
export const orchestratorChecks: MethodChecks = {
  checks: [clusterIsReachedSafely],
  writerChecks: [clusterIsTrusted],
  openDoors: [
    // A workload can get a token for any audience from its cluster, so an audience keeps no workload out.
    when(({ authentication: { methods } }) => {
      const { enabled, allowedServiceAccounts: allowed } = methods.orchestrator;
      return enabled && (allowed.length === 0 || allowed.some(isInAnyNamespace));
    }, `every workload of the cluster can log in, because accounts are not named with their namespaces: set ${methodsKey}.orchestrator.allowed_service_accounts`),
    when(({ authentication: { methods } }) => {
      const { enabled, roles } = methods.orchestrator;
      return enabled && roles.some(({ subject }) => isInAnyNamespace(subject));
    }, `${methodsKey}.orchestrator.roles gives a role to accounts in any namespace: anybody who can create a namespace, or an account in one, can get it`),
  ],
  closedDoors: [],
  missingRoles: [
    when(
      ({ authentication: { methods } }) =>
        methods.orchestrator.enabled && methods.orchestrator.roles.length === 0,
      `workloads have no role: set ${methodsKey}.orchestrator.roles`,
    ),
  ],
};

/** The API server gets Pennon's own token, so that not even this machine is asked without TLS. */
function clusterIsReachedSafely(methods: Methods): readonly Violation[] {
  const { enabled, discoveryUrl } = methods.orchestrator;
  if (!enabled || new URL(discoveryUrl).protocol === 'https:') return [];
  return [{ key: 'authentication.methods.orchestrator.discovery_url', reason: 'must be an https URL' }];
}

/** Writers alone log workloads in, and readers may lack the file. */
function clusterIsTrusted(methods: Methods): readonly ConfigProblem[] {
  const { enabled, caPath } = methods.orchestrator;
  if (!enabled) return [];
  const key = 'authentication.methods.orchestrator.ca_path';
  return checkFile(key, () => readAuthorities(caPath)).map((violation) => ({ ...violation, value: caPath }));
}

/** Whether a pattern of service accounts matches any namespace. */
function isInAnyNamespace(pattern: string): boolean {
  return /^\*+\//.test(pattern);
}
