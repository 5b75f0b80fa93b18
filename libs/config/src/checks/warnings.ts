import type { Config } from '../config/config';
import { isSecureUrl, mustBeSecure } from '../kinds/address';
import type { TierName } from './check-tier';

/** Bits that withstand thousands of guesses a second, for years, with room for a choice that was not random. */
const ENOUGH_BITS = 80;

/**
 * Whether a secret can be guessed. It counts the secrets of that length with the characters in it, so it overrates
 * words; random secrets of 128 bits pass.
 */
export function isGuessable(secret: string): boolean {
  return secret.length * Math.log2(Math.max(new Set(secret).size, 1)) < ENOUGH_BITS;
}

/**
 * Whether every alternative of an RE2 pattern is anchored at both ends. It may be false for a pattern that is anchored
 * in another way, and is never true for one that is not.
 */
export function isAnchored(pattern: string): boolean {
  // A quotation may hold what looks like an anchor; with `(?m)` an anchor is one of a line.
  if (pattern.includes('\\Q')) return false;
  let flat = pattern
    .replace(/^(\(\?[isU]+\))+/, '')
    .replaceAll(/\\./gs, (escape) => anchorOf(escape) ?? '_')
    .replaceAll(/\[\^?\]?[^\]]*\]/g, '_');
  // From the inside to the outside: what remains is the pattern without its groups.
  for (let before = ''; before !== flat;) {
    before = flat;
    flat = flat.replaceAll(/\([^()]*\)/g, '_');
  }
  return flat.split('|').every((alternative) => /^\^.*\$$/s.test(alternative));
}

function anchorOf(escape: string): string | undefined {
  return { '\\A': '^', '\\z': '$' }[escape];
}

/** What an operator may not be aware of; no warning holds a secret. */
type Rule = (config: Config, tier: TierName) => readonly string[];

/** A warning that needs no more than a condition. */
function when(isTrue: (config: Config, tier: TierName) => boolean, warning: string): Rule {
  return (config, tier) => (isTrue(config, tier) ? [warning] : []);
}

const strongerSecret = 'choose a random one, such as the output of `openssl rand -hex 32`';
const methodsKey = 'authentication.methods';

/** Choices that let in more callers than the operator may expect. */
const openDoors: readonly Rule[] = [
  when(
    ({ authentication: { required }, cors }) =>
      cors.enabled && cors.allowedOrigins.includes('*') && !required,
    'every web page opened by somebody who can reach this server can read and change everything: ' +
      'set cors.allowed_origins or authentication.required',
  ),
  when(({ authentication: { required, methods } }) => {
    const { enabled, validateClaims } = methods.jwt;
    return (
      required && enabled && validateClaims.issuer === undefined && validateClaims.audiences.length === 0
    );
  }, `every JSON web token that the keys verify is accepted, whoever it was made for: set ${methodsKey}.jwt.validate_claims.issuer or .audiences`),
  // A workload can get a token for any audience from its cluster, so an audience keeps no workload out.
  when(({ authentication: { methods } }) => {
    const { enabled, allowedServiceAccounts: allowed } = methods.orchestrator;
    return enabled && (allowed.length === 0 || allowed.some(isInAnyNamespace));
  }, `every workload of the cluster can log in, because accounts are not named with their namespaces: set ${methodsKey}.orchestrator.allowed_service_accounts`),
  when(({ authentication: { methods } }) => {
    const { enabled, roles } = methods.orchestrator;
    return enabled && roles.some(({ subject }) => isInAnyNamespace(subject));
  }, `${methodsKey}.orchestrator.roles gives a role to accounts in any namespace: anybody who can create a namespace, or an account in one, can get it`),
  when(
    ({ authentication: { required, methods }, authorization }) =>
      required && hasProviders(methods) && methods.oidc.emailMatches.length === 0 && !authorization.required,
    'everybody with an account at an identity provider can do everything: ' +
      `set ${methodsKey}.oidc.email_matches or authorization.required`,
  ),
  when(
    ({ authentication: { methods } }) => methods.oidc.enabled && !methods.oidc.emailMatches.every(isAnchored),
    `a pattern of ${methodsKey}.oidc.email_matches is not anchored with ^ and $: it matches any address with such a part`,
  ),
  when(({ authentication: { required, methods }, authorization }) => {
    const { enabled, allowedOrganizations } = methods.codehost;
    return required && enabled && allowedOrganizations.length === 0 && !authorization.required;
  }, `everybody with an account at the code host can do everything: set ${methodsKey}.codehost.allowed_organizations or authorization.required`),
  when(({ authentication: { methods } }) => {
    const { enabled, bootstrap } = methods.token;
    return enabled && bootstrap.token !== undefined && isGuessable(bootstrap.token.reveal());
  }, `${methodsKey}.token.bootstrap.token can be guessed: ${strongerSecret}`),
  when(({ audit: { sinks } }) => {
    const { enabled, signingSecret, targets } = sinks.webhook;
    const secrets = [signingSecret, ...Object.values(targets).map((target) => target.signingSecret)];
    return enabled && secrets.some((secret) => secret !== undefined && isGuessable(secret.reveal()));
  }, `a signing_secret of audit.sinks.webhook can be guessed: ${strongerSecret}`),
];

/** Login methods that let nobody in. */
const closedDoors: readonly Rule[] = [
  when(
    ({ authentication: { methods } }) => methods.oidc.enabled && !hasProviders(methods),
    `${methodsKey}.oidc is enabled without a provider, so nobody can log in by it: set ${methodsKey}.oidc.providers`,
  ),
  ({ authentication: { methods } }) =>
    Object.entries(methods.oidc.enabled ? methods.oidc.providers : {})
      .filter(([, { issuerUrl }]) => !isSecureUrl(new URL(issuerUrl)))
      .map(
        ([name]) =>
          `nobody can log in at provider "${name}": ${methodsKey}.oidc.providers.${name}.issuer_url ${mustBeSecure}`,
      ),
  ({ authentication: { methods } }) => {
    const { enabled, serverUrl, apiUrl } = methods.codehost;
    return Object.entries(enabled ? { server_url: serverUrl, api_url: apiUrl } : {})
      .filter(([, url]) => !isSecureUrl(new URL(url)))
      .map(([name]) => `nobody can log in at the code host: ${methodsKey}.codehost.${name} ${mustBeSecure}`);
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
];

/** Login methods whose callers get no role, where roles are what counts. */
const missingRoles: readonly Rule[] = [
  ({ authentication: { methods } }) =>
    Object.entries(methods.oidc.enabled ? methods.oidc.providers : {})
      .filter(([, { roles }]) => roles.length === 0)
      .map(
        ([name]) =>
          `people who log in at provider "${name}" have no role unless it sends the claim io.service.auth.role: ` +
          `set ${methodsKey}.oidc.providers.${name}.roles`,
      ),
  when(
    ({ authentication: { methods } }) => methods.codehost.enabled && methods.codehost.roles.length === 0,
    `people who log in at the code host have no role: set ${methodsKey}.codehost.roles`,
  ),
  when(
    ({ authentication: { methods } }) =>
      methods.orchestrator.enabled && methods.orchestrator.roles.length === 0,
    `workloads have no role: set ${methodsKey}.orchestrator.roles`,
  ),
  when(({ authentication: { methods } }) => {
    const { enabled, copyClaims, roles } = methods.jwt;
    return enabled && !copyClaims && roles.length === 0;
  }, `callers with JSON web tokens have no role: set ${methodsKey}.jwt.roles, or .copy_claims`),
];

const unusedChoices: readonly Rule[] = [
  when(
    ({ analytics: { enabled, writer } }, tier) =>
      tier === 'reader' && enabled && writer.address === undefined,
    'analytics.enabled is set, but a reader counts evaluations only if analytics.writer.address is set, too: ' +
      'only those that a writer answers are counted',
  ),
];

/** Whether a pattern of service accounts matches any namespace. */
function isInAnyNamespace(pattern: string): boolean {
  return /^\*+\//.test(pattern);
}

function hasProviders({ oidc }: Config['authentication']['methods']): boolean {
  return oidc.enabled && Object.keys(oidc.providers).length > 0;
}

/**
 * What an operator should know of a configuration that can be used: choices that let more callers in than expected,
 * let nobody in, or give nobody a role. `config check` and the start of a server say the same.
 *
 * @returns sentences without secrets.
 */
export function warningsOf(config: Config, tier: TierName): readonly string[] {
  const rules = [
    ...openDoors,
    ...closedDoors,
    ...(config.authorization.required ? missingRoles : []),
    ...unusedChoices,
  ];
  return rules.flatMap((rule) => rule(config, tier));
}
