import { baseUrl, httpUrl } from '../kinds/address';
import { duration, longestLifetime, positiveDuration } from '../kinds/number';
import { mapOf, optional, required, type Section, setting } from '../kinds/setting';
import { headerText, secret, Secret, text } from '../kinds/text';
import { boolean, commaList, list, listOf } from '../kinds/words';
import { memberRole, serviceAccount, serviceAccountRole } from './role-rule';

/** When the expired records of a login method are deleted; the same for every method that keeps records. */
export const cleanupSettings = {
  interval: setting(positiveDuration(), {
    default: '1h',
    description: 'How often expired records of this method are looked for and deleted.',
  }),
  gracePeriod: setting(positiveDuration({ max: longestLifetime }), {
    default: '30m',
    description: 'How long a record is kept after it has expired. It is refused from the moment it expires.',
  }),
} as const satisfies Section;

/** Static tokens. */
export const tokenSettings = {
  enabled: setting(boolean, {
    default: 'false',
    description: 'Accept static tokens, and let them be created.',
  }),
  bootstrap: {
    token: optional(secret(headerText), {
      whenAbsent: 'a random one, shown once',
      description:
        'The first token, which is created at a start that finds no static token. It is not logged. Choose a random ' +
        'one, of 16 characters or more: the start warns of one that may be guessed, and although guesses are counted ' +
        'and answered 429, a right one is accepted at any time.',
    }),
    expiration: setting(duration({ max: longestLifetime }), {
      default: '0s',
      description: 'How long after its creation the first token expires. 0s is never.',
    }),
    metadata: mapOf(
      '<key>',
      setting(text, {
        default: '',
        description:
          'Metadata of the first token, such as `io.service.auth.role`. In the file keys may have dots; they are ' +
          'read in lower case.',
      }),
    ),
  },
  cleanup: cleanupSettings,
} as const satisfies Section;

/** Login at a code host that speaks the OAuth and the REST of GitHub. */
export const codehostSettings = {
  enabled: setting(boolean, { default: 'false', description: 'Let people log in at a code host.' }),
  serverUrl: setting(baseUrl, {
    default: 'https://github.com',
    description: 'Address of the code host for browsers.',
  }),
  apiUrl: setting(baseUrl, {
    default: 'https://api.github.com',
    description: 'Address of the API of the code host.',
  }),
  clientId: required(text, '', { description: 'Name of this service at the code host.' }),
  clientSecret: required(secret(text), new Secret(''), {
    description: 'Secret of this service at the code host.',
  }),
  redirectAddress: required(baseUrl, '', {
    description:
      'Address of this service as browsers see it, with the base path if there is one. The code host has to know ' +
      '`<redirect_address>/auth/v1/method/codehost/callback`.',
  }),
  scopes: setting(list, {
    default: '',
    description:
      'Scopes to ask for; `read:org` has to be among them where organizations are allowed by name.',
  }),
  allowedOrganizations: setting(list, {
    default: '',
    description: 'Organizations whose members may log in. Without any, everybody with an account may.',
  }),
  allowedTeams: mapOf(
    '<org>',
    setting(list, {
      default: '',
      description:
        'Teams of one of the allowed organizations whose members may log in. Once there is any such list, an ' +
        'organization without one admits nobody.',
    }),
  ),
  roles: setting(listOf(memberRole, { type: 'list of roles of members' }), {
    default: '',
    description:
      'Roles of those who log in, where `authorization.required` is on: `acme=viewer` for the members of an ' +
      'organization, `acme/ops=admin` for those of a team, `*=viewer` for everybody, `acme/web=shop:editor` for one ' +
      'namespace. All that fit hold together. Without any that fits, a person has no role.',
  }),
  cleanup: cleanupSettings,
} as const satisfies Section;

const serviceAccountDirectory = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Login of workloads by the service accounts of their cluster. */
export const orchestratorSettings = {
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
    description: 'File of the token that this service shows to the cluster.',
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
