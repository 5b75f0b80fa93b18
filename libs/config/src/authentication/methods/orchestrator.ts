import { checkFile, readAuthorities } from '../../files/pem-files';
import { httpUrl } from '../../kinds/address';
import type { Violation } from '../../kinds/config-error';
import { longestLifetime, positiveDuration } from '../../kinds/number';
import { optional, type Resolved, type Section, setting } from '../../kinds/setting';
import { text } from '../../kinds/text';
import { boolean, commaList, listOf } from '../../kinds/words';
import { cleanupSettings } from '../parts/cleanup-settings';
import { serviceAccount, serviceAccountRole } from '../parts/role-rule';
import { type LoginMethod, methodsKey, warnOfUnreadable, when } from './login-method';

const serviceAccountDirectory = '/var/run/secrets/kubernetes.io/serviceaccount';

const settings = {
  enabled: setting(boolean, {
    default: 'false',
    description: 'Let workloads of a Kubernetes cluster log in with their service accounts.',
  }),
  discoveryUrl: setting(httpUrl, {
    default: 'https://kubernetes.default.svc.cluster.local',
    description: 'Where the discovery document of the cluster is found.',
  }),
  caPath: setting(text, {
    default: `${serviceAccountDirectory}/ca.crt`,
    description: 'File of the certificates that the cluster is trusted by.',
  }),
  serviceAccountTokenPath: setting(text, {
    default: `${serviceAccountDirectory}/token`,
    description: 'File of the token that this service shows to the cluster, read for each request.',
  }),
  audiences: setting(commaList, {
    default: '',
    description: 'Audiences of which a token has to name one. Without any, the audience is not checked.',
  }),
  allowedServiceAccounts: setting(listOf(serviceAccount, { type: 'list of service accounts' }), {
    default: '',
    description:
      'Service accounts that may log in, each as `namespace/name`, with `*` for any characters. Without any, ' +
      'every workload of the cluster may.',
  }),
  roles: setting(listOf(serviceAccountRole, { type: 'list of roles of service accounts' }), {
    default: '',
    description:
      'Roles of service accounts, where `authorization.required` is on: `shop/checkout=viewer` for one account, ' +
      '`shop/*=shop:editor` for all accounts of a namespace. All that fit hold together. A service account that ' +
      'fits none has no role, whatever its name.',
  }),
  tokenReview: setting(boolean, {
    default: 'false',
    description:
      'Also have the cluster review each token, which tells of pods and accounts that no longer exist.',
  }),
  tokenLifetime: optional(positiveDuration({ max: longestLifetime }), {
    whenAbsent: 'the lifetime of the service account token',
    description:
      'Maximum lifetime of the client token that a workload gets. It never outlives the service account token. ' +
      'Clients log in again before it ends, so use a minute or more.',
  }),
  cleanup: cleanupSettings,
} as const satisfies Section;

type Settings = Resolved<typeof settings>;

/** Login of workloads by the service accounts of their cluster. */
export const orchestrator: LoginMethod<typeof settings> = {
  settings,
  checks: [clusterIsReachedSafely],
  writerChecks: [clusterIsTrusted],
  openDoors: [
    // A workload can get a token for any audience from its cluster, so an audience keeps no workload out.
    when(
      ({ allowedServiceAccounts: allowed }) => allowed.length === 0 || allowed.some(isInAnyNamespace),
      `every workload of the cluster can log in, because accounts are not named with their namespaces: set ${methodsKey}.orchestrator.allowed_service_accounts`,
    ),
    when(
      ({ roles }) => roles.some(({ subject }) => isInAnyNamespace(subject)),
      `${methodsKey}.orchestrator.roles gives a role to accounts in any namespace: anybody who can create a namespace, or an account in one, can get it`,
    ),
  ],
  writerClosedDoors: [
    ({ serviceAccountTokenPath }) =>
      warnOfUnreadable(
        'no workload can log in yet',
        `${methodsKey}.orchestrator.service_account_token_path`,
        serviceAccountTokenPath,
      ),
  ],
  missingRoles: [
    when(({ roles }) => roles.length === 0, `workloads have no role: set ${methodsKey}.orchestrator.roles`),
  ],
};

/** The API server gets Pennon's own token, so that not even this machine is asked without TLS. */
function clusterIsReachedSafely({ discoveryUrl }: Settings): readonly Violation[] {
  if (new URL(discoveryUrl).protocol === 'https:') return [];
  return [{ key: 'authentication.methods.orchestrator.discovery_url', reason: 'must be an https URL' }];
}

/** Writers alone log workloads in, and readers may lack the file. */
function clusterIsTrusted({ caPath }: Settings): readonly Violation[] {
  const key = 'authentication.methods.orchestrator.ca_path';
  return checkFile(key, () => readAuthorities(caPath)).map((violation) => ({ ...violation, value: caPath }));
}

/** Whether a pattern of service accounts matches any namespace. */
function isInAnyNamespace(pattern: string): boolean {
  return /^\*+\//.test(pattern);
}
