import type { ResolvedSettings } from '../resolve-settings';
import type { MethodNames } from './method-names';

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
