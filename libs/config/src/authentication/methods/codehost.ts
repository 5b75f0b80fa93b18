import { baseUrl, isSecureUrl, mustBeSecure } from '../../kinds/address';
import type { Violation } from '../../kinds/config-error';
import { mapOf, required, type Resolved, type Section, setting, variablePartOf } from '../../kinds/setting';
import { secret, Secret, text } from '../../kinds/text';
import { boolean, list, listOf } from '../../kinds/words';
import { cleanupSettings } from '../parts/cleanup-settings';
import { memberRole } from '../parts/role-rule';
import { type LoginMethod, methodsKey, missingFields, when } from './login-method';

const settings = {
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

type Settings = Resolved<typeof settings>;

/** Login at a code host that speaks the OAuth and the REST of GitHub. */
export const codehost: LoginMethod<typeof settings> = {
  settings,
  checks: [requiredAreGiven, organizationsMayBeRead, teamsBelongToOrganizations],
  openDoors: [
    when(
      ({ allowedOrganizations }, { authentication, authorization }) =>
        authentication.required && allowedOrganizations.length === 0 && !authorization.required,
      `everybody with an account at the code host can do everything: set ${methodsKey}.codehost.allowed_organizations or authorization.required`,
    ),
  ],
  closedDoors: [
    ({ serverUrl, apiUrl }) =>
      Object.entries({ server_url: serverUrl, api_url: apiUrl })
        .filter(([, url]) => !isSecureUrl(new URL(url)))
        .map(
          ([name]) => `nobody can log in at the code host: ${methodsKey}.codehost.${name} ${mustBeSecure}`,
        ),
    ({ allowedOrganizations, allowedTeams }) => {
      if (Object.keys(allowedTeams).length === 0) return [];
      return allowedOrganizations
        .filter((name) => (allowedTeams[name] ?? []).length === 0)
        .map(
          (name) =>
            `no member of the organization ${JSON.stringify(name)} can log in at the code host: ` +
            `name its teams in ${methodsKey}.codehost.allowed_teams`,
        );
    },
  ],
  missingRoles: [
    when(
      ({ roles }) => roles.length === 0,
      `people who log in at the code host have no role: set ${methodsKey}.codehost.roles`,
    ),
  ],
  redirectAddresses: ({ redirectAddress }) => ({ codehost: redirectAddress }),
};

function requiredAreGiven(
  { clientId, clientSecret, redirectAddress }: Settings,
  name: string,
): readonly Violation[] {
  return missingFields('authentication.methods.codehost', name, {
    client_id: clientId,
    client_secret: clientSecret.reveal(),
    redirect_address: redirectAddress,
  });
}

function organizationsMayBeRead(
  { allowedOrganizations, roles, scopes }: Settings,
  name: string,
): readonly Violation[] {
  if (scopes.includes('read:org')) return [];
  const isNamed = roles.some(({ subject }) => subject !== '*');
  const needing = [
    ...(allowedOrganizations.length > 0 ? ['allowed_organizations is not empty'] : []),
    ...(isNamed ? ['roles names an organization'] : []),
  ];
  return needing.map((reason) => ({
    key: 'authentication.methods.codehost.scopes',
    reason: `provider "${name}": field "scopes": must contain read:org when ${reason}`,
  }));
}

function teamsBelongToOrganizations(
  { allowedOrganizations, allowedTeams }: Settings,
  name: string,
): readonly Violation[] {
  return Object.keys(allowedTeams)
    .filter((organization) => declaredOrganization(organization, allowedOrganizations) === undefined)
    .map((organization) => ({
      key: `authentication.methods.codehost.allowed_teams.${organization}`,
      reason:
        `provider "${name}": field "allowed_teams": the organization ` +
        `'${organization}' was not declared in 'allowed_organizations' field`,
    }));
}

/**
 * Returns the organization that a name of `allowed_teams` means, as `allowed_organizations` spells it; undefined
 * when it is not declared there. Names of maps are in lower case, and those from variables have no hyphens, while
 * the code host's answers are compared letter by letter.
 */
export function declaredOrganization(name: string, declared: readonly string[]): string | undefined {
  return (
    declared.find((organization) => organization === name) ??
    declared.find((organization) => organization.toLowerCase() === name) ??
    declared.find((organization) => variablePartOf(organization) === variablePartOf(name))
  );
}
