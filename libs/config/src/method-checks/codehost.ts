import { declaredOrganization } from '../config/authentication-config';
import { isSecureUrl, mustBeSecure } from '../kinds/address';
import type { Violation } from '../settings/config-error';
import { missingFields, type MethodChecks, type Methods, methodsKey, when } from './method-checks';

/** The code host. */
export const codehostChecks: MethodChecks = {
  checks: [codehostIsComplete, codehostMayReadOrganizations, teamsBelongToOrganizations],
  openDoors: [
    when(({ authentication: { required, methods }, authorization }) => {
      const { enabled, allowedOrganizations } = methods.codehost;
      return required && enabled && allowedOrganizations.length === 0 && !authorization.required;
    }, `everybody with an account at the code host can do everything: set ${methodsKey}.codehost.allowed_organizations or authorization.required`),
  ],
  closedDoors: [
    ({ authentication: { methods } }) => {
      const { enabled, serverUrl, apiUrl } = methods.codehost;
      return Object.entries(enabled ? { server_url: serverUrl, api_url: apiUrl } : {})
        .filter(([, url]) => !isSecureUrl(new URL(url)))
        .map(
          ([name]) => `nobody can log in at the code host: ${methodsKey}.codehost.${name} ${mustBeSecure}`,
        );
    },
    ({ authentication: { methods } }) => {
      const { enabled, allowedOrganizations, allowedTeams } = methods.codehost;
      if (!enabled || Object.keys(allowedTeams).length === 0) return [];
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
      ({ authentication: { methods } }) => methods.codehost.enabled && methods.codehost.roles.length === 0,
      `people who log in at the code host have no role: set ${methodsKey}.codehost.roles`,
    ),
  ],
  redirectAddresses: ({ codehost }) => (codehost.enabled ? { codehost: codehost.redirectAddress } : {}),
};

function codehostIsComplete(methods: Methods): readonly Violation[] {
  const { enabled, clientId, clientSecret, redirectAddress } = methods.codehost;
  if (!enabled) return [];
  return missingFields('authentication.methods.codehost', 'github', {
    client_id: clientId,
    client_secret: clientSecret.reveal(),
    redirect_address: redirectAddress,
  });
}

function codehostMayReadOrganizations(methods: Methods): readonly Violation[] {
  const { enabled, allowedOrganizations, roles, scopes } = methods.codehost;
  if (!enabled || scopes.includes('read:org')) return [];
  const isNamed = roles.some(({ subject }) => subject !== '*');
  const needing = [
    ...(allowedOrganizations.length > 0 ? ['allowed_organizations is not empty'] : []),
    ...(isNamed ? ['roles names an organization'] : []),
  ];
  return needing.map((reason) => ({
    key: 'authentication.methods.codehost.scopes',
    reason: `provider "github": field "scopes": must contain read:org when ${reason}`,
  }));
}

function teamsBelongToOrganizations(methods: Methods): readonly Violation[] {
  const { enabled, allowedOrganizations, allowedTeams } = methods.codehost;
  return Object.keys(enabled ? allowedTeams : {})
    .filter((name) => declaredOrganization(name, allowedOrganizations) === undefined)
    .map((name) => ({
      key: `authentication.methods.codehost.allowed_teams.${name}`,
      reason:
        'provider "github": field "allowed_teams": the organization ' +
        `'${name}' was not declared in 'allowed_organizations' field`,
    }));
}
