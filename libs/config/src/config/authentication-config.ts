import { declaredOrganization } from '../authentication/methods/codehost';
import { fliptMethodNames } from '../authentication/methods/methods';
import { canonicalKey, canonicalVariable, variableOfPennon } from '../settings/names';
import { frozenRecord, type ResolvedSettings } from '../settings/resolve-settings';
import type { GivenValue } from '../sources/layer';

/** The names of the methods that have one in Flipt too. */
export type MethodNames = {
  readonly [Method in RenamedMethod]: Method | (typeof fliptMethodNames)[Method];
};

/** A method that has another name in Flipt. */
type RenamedMethod = keyof typeof fliptMethodNames;

/** The names of this version, which also count for a method that is not configured. */
export const ownMethodNames: MethodNames = { codehost: 'codehost', orchestrator: 'orchestrator' };

/**
 * The names by which the methods were switched on, or off: Flipt's for `authentication.methods.github.enabled`.
 *
 * @param given what the file and the environment give
 */
export function methodNames(given: readonly GivenValue[]): MethodNames {
  const names = (method: keyof MethodNames): MethodNames =>
    given.some((value) => isSwitch(value, method) && isByAlias(value)) ? fliptMethodNames : ownMethodNames;
  return Object.freeze({
    codehost: names('codehost').codehost,
    orchestrator: names('orchestrator').orchestrator,
  });
}

function isSwitch({ named, isOverruled }: GivenValue, method: keyof MethodNames): boolean {
  return named?.key === `authentication.methods.${method}.enabled` && isOverruled !== true;
}

function isByAlias({ name }: GivenValue): boolean {
  const variable = variableOfPennon(name);
  return canonicalKey(name) !== name || canonicalVariable(variable) !== variable;
}

type Resolved = ResolvedSettings['authentication'];

/** Who is calling: what is required of callers, and how they may log in. */
export type AuthenticationConfig = Omit<Resolved, 'session'> & {
  readonly session: SessionConfig;
  /** What the methods with two names are called in answers, paths and audit events. */
  readonly methodNames: MethodNames;
};

/** The sessions of browsers, and their cookies. */
export type SessionConfig = Omit<Resolved['session'], 'secure'> & {
  /** As it was given, else true unless the domain is `localhost`. */
  readonly secure: boolean;
};

/** How often one client address may try. */
export type RateLimitConfig = Resolved['rateLimit'];

/** The records behind client tokens that are at hand. */
export type RecordsConfig = Resolved['records'];

/** Every login method. */
export type MethodsConfig = Resolved['methods'];

/** Static tokens, and the first of them. */
export type TokenMethodConfig = MethodsConfig['token'];

/** OpenID Connect. */
export type OidcConfig = MethodsConfig['oidc'];

/** One identity provider. What is required is not empty, as long as OIDC is enabled. */
export type OidcProviderConfig = OidcConfig['providers'][string];

/** The code host. What is required is not empty, as long as the method is enabled. */
export type CodehostConfig = MethodsConfig['codehost'];

/** The service accounts of a cluster. */
export type OrchestratorConfig = MethodsConfig['orchestrator'];

/** JSON web tokens. One of `jwksUrl` and `publicKeyFile` is set, as long as the method is enabled. */
export type JwtConfig = MethodsConfig['jwt'];

/** The roles of callers by their claims. */
export type ClaimRoleConfig = Pick<JwtConfig, 'roleClaim' | 'roles'>;

/** When expired records are deleted. */
export type CleanupConfig = TokenMethodConfig['cleanup'];

/** What callers may do. */
export type AuthorizationConfig = ResolvedSettings['authorization'];

/**
 * Returns the section with what follows from other settings filled in; frozen.
 *
 * @param given what the file and the environment give
 */
export function deriveAuthentication(
  { authentication, compat }: Pick<ResolvedSettings, 'authentication' | 'compat'>,
  given: readonly GivenValue[],
): AuthenticationConfig {
  const { methods } = authentication;
  return Object.freeze({
    ...authentication,
    session: deriveSession(authentication.session),
    methodNames: compat.fliptAliases ? methodNames(given) : ownMethodNames,
    methods: Object.freeze({ ...methods, codehost: deriveCodehost(methods.codehost) }),
  });
}

/** Browsers drop a cookie for HTTPS only that comes over HTTP, and `localhost` is where there is only HTTP. */
function deriveSession(session: Resolved['session']): SessionConfig {
  return Object.freeze({ ...session, secure: session.secure ?? session.domain !== 'localhost' });
}

function deriveCodehost(codehost: Resolved['methods']['codehost']): CodehostConfig {
  const teams = Object.entries(codehost.allowedTeams).map(
    ([name, slugs]) => [declaredOrganization(name, codehost.allowedOrganizations) ?? name, slugs] as const,
  );
  return Object.freeze({ ...codehost, allowedTeams: frozenRecord(teams) });
}
