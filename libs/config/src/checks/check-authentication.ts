import { isSecureUrl, mustBeSecure } from '../kinds/address';
import { missingValue, notSupported } from '../kinds/kind';
import { reservedIn } from '../settings/unsupported-keys';
import type { ResolvedSettings } from '../settings/resolve-settings';
import type { Violation } from '../settings/config-error';
import { declaredOrganization } from '../config/authentication-config';
import { checkFile, readAuthorities, readPublicKey } from './pem-files';

/** What rules look at. */
interface Configured extends Pick<ResolvedSettings, 'authentication' | 'authorization'> {
  /** Every key that is given; for a variable that sets a reserved key, its name. */
  readonly given: readonly string[];
}

type Rule = (configured: Configured) => readonly Violation[];

/**
 * What has to hold between settings. The reasons are in Flipt's words, since operators search
 * for them. A method that is not enabled may be half configured.
 */
const rules: readonly Rule[] = [
  somebodyCanSignIn,
  domainIsGiven,
  providersAreNamed,
  providersAreComplete,
  codehostIsComplete,
  codehostMayReadOrganizations,
  teamsBelongToOrganizations,
  claimsOfRolesAreMapped,
  jwtHasOneSourceOfKeys,
  jwksAreFetchedSafely,
  publicKeyFileIsReadable,
  jwksAuthorityIsReadable,
  clusterIsReachedSafely,
  authorizationHasSomebodyToAuthorize,
  managementIsNotExcludedFromAuthorization,
  policiesAreNotIgnored,
];

/** Returns what does not go together in these sections. */
export function checkAuthentication(
  settings: ResolvedSettings,
  given: readonly string[],
): readonly Violation[] {
  return rules.flatMap((rule) => rule({ ...settings, given }));
}

/** Without a method not even the first token is made, and one that is given is refused. */
function somebodyCanSignIn({ authentication: { required, methods } }: Configured): readonly Violation[] {
  if (!required || Object.values(methods).some(({ enabled }) => enabled)) return [];
  const reason = 'locks everybody out: enable a method, such as authentication.methods.token.enabled';
  return [{ key: 'authentication.required', reason }];
}

function domainIsGiven({ authentication: { methods, session } }: Configured): readonly Violation[] {
  const needsDomain = methods.oidc.enabled || methods.codehost.enabled;
  const key = 'authentication.session.domain';
  const reason = `when session compatible auth method enabled: field "${key}": ${missingValue}`;
  return needsDomain && session.domain === undefined ? [{ key, reason }] : [];
}

/** The name is a part of the path of the callback. */
function providersAreNamed({ authentication: { methods } }: Configured): readonly Violation[] {
  return Object.keys(methods.oidc.enabled ? methods.oidc.providers : {})
    .filter((name) => !/^[a-z0-9_-]+$/.test(name))
    .map((name) => ({
      key: `authentication.methods.oidc.providers.${name}`,
      reason: 'must be named with letters, digits, - and _',
    }));
}

function providersAreComplete({ authentication: { methods } }: Configured): readonly Violation[] {
  return Object.entries(methods.oidc.enabled ? methods.oidc.providers : {}).flatMap(([name, provider]) =>
    missingFields(`authentication.methods.oidc.providers.${name}`, name, {
      issuer_url: provider.issuerUrl,
      client_id: provider.clientId,
      client_secret: provider.clientSecret.reveal(),
      redirect_address: provider.redirectAddress,
    }),
  );
}

function codehostIsComplete({ authentication: { methods } }: Configured): readonly Violation[] {
  const { enabled, clientId, clientSecret, redirectAddress } = methods.codehost;
  if (!enabled) return [];
  return missingFields('authentication.methods.codehost', 'github', {
    client_id: clientId,
    client_secret: clientSecret.reveal(),
    redirect_address: redirectAddress,
  });
}

function missingFields(
  section: string,
  provider: string,
  fields: Readonly<Record<string, string>>,
): readonly Violation[] {
  return Object.entries(fields)
    .filter(([, value]) => value === '')
    .map(([field]) => ({
      key: `${section}.${field}`,
      reason: `provider "${provider}": field "${field}": ${missingValue}`,
    }));
}

function codehostMayReadOrganizations({ authentication: { methods } }: Configured): readonly Violation[] {
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

function teamsBelongToOrganizations({ authentication: { methods } }: Configured): readonly Violation[] {
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

/** A group that happens to be called `admin` is no role. */
function claimsOfRolesAreMapped({ authentication: { methods } }: Configured): readonly Violation[] {
  const { jwt, oidc } = methods;
  const readers = [
    ...Object.entries(oidc.enabled ? oidc.providers : {}).map(
      ([name, provider]) => [`oidc.providers.${name}`, provider] as const,
    ),
    ...(jwt.enabled ? [['jwt', jwt] as const] : []),
  ];
  return readers
    .filter(([, { roleClaim, roles }]) => roleClaim !== undefined && roles.length === 0)
    .map(([section]) => ({
      key: `authentication.methods.${section}.role_claim`,
      reason: 'needs roles, which say what role each value of the claim gives',
    }));
}

function jwtHasOneSourceOfKeys({ authentication: { methods } }: Configured): readonly Violation[] {
  const { enabled, jwksUrl, publicKeyFile } = methods.jwt;
  const key = 'authentication.methods.jwt.jwks_url';
  if (!enabled || (jwksUrl === undefined) !== (publicKeyFile === undefined)) return [];
  return jwksUrl === undefined
    ? [{ key, reason: 'one of jwks_url or public_key_file is required' }]
    : [{ key, reason: 'only one of jwks_url or public_key_file can be set' }];
}

function jwksAreFetchedSafely({ authentication: { methods } }: Configured): readonly Violation[] {
  const { enabled, jwksUrl } = methods.jwt;
  if (!enabled || jwksUrl === undefined || isSecureUrl(new URL(jwksUrl))) return [];
  return [{ key: 'authentication.methods.jwt.jwks_url', reason: mustBeSecure }];
}

function publicKeyFileIsReadable({ authentication: { methods } }: Configured): readonly Violation[] {
  const { enabled, publicKeyFile } = methods.jwt;
  if (!enabled || publicKeyFile === undefined) return [];
  const missing = `field "public_key_file": stat ${publicKeyFile}: no such file or directory`;
  const key = 'authentication.methods.jwt.public_key_file';
  return checkFile(key, () => readPublicKey(publicKeyFile), missing);
}

function jwksAuthorityIsReadable({ authentication: { methods } }: Configured): readonly Violation[] {
  const { enabled, caPath } = methods.jwt;
  if (!enabled || caPath === undefined) return [];
  return checkFile('authentication.methods.jwt.ca_path', () => readAuthorities(caPath));
}

/** The API server gets Pennon's own token, so that not even this machine is asked without TLS. */
function clusterIsReachedSafely({ authentication: { methods } }: Configured): readonly Violation[] {
  const { enabled, discoveryUrl } = methods.orchestrator;
  if (!enabled || new URL(discoveryUrl).protocol === 'https:') return [];
  return [{ key: 'authentication.methods.orchestrator.discovery_url', reason: 'must be an https URL' }];
}

function authorizationHasSomebodyToAuthorize(configured: Configured): readonly Violation[] {
  const { authentication, authorization } = configured;
  if (!authorization.required || authentication.required) return [];
  const reason = 'authorization requires authentication also be required';
  return [{ key: 'authorization.required', reason }];
}

/** Of an excluded caller nothing is known, so that authorization would refuse every one. */
function managementIsNotExcludedFromAuthorization(configured: Configured): readonly Violation[] {
  const { authentication, authorization } = configured;
  if (!authorization.required || !authentication.exclude.management) return [];
  const reason = 'cannot go with authorization.required, which would refuse every call that is excluded';
  return [{ key: 'authentication.exclude.management', reason }];
}

/** Whoever has policies, and requires them, must not get roles in their place. */
function policiesAreNotIgnored({ authorization, given }: Configured): readonly Violation[] {
  if (!authorization.required) return [];
  return reservedIn('authorization', given).map((key) => ({ key, reason: notSupported }));
}
