import type { fliptAuth } from '@pennon/proto';

/**
 * How a credential came to be. The code host and the orchestrator have the name by which the server is
 * configured. There are no logins at a cloud of the protocol's makers.
 */
export type Method = Exclude<fliptAuth.MethodJson, 'METHOD_CLOUD'>;

/** The record of a credential: a static token, or the session of a person. */
export interface Token {
  /** Empty for identities that the server keeps no record of. */
  readonly id: string;
  readonly method: Method;
  /** Undefined for what does not expire. */
  readonly expiresAt: string | undefined;
  readonly createdAt: string | undefined;
  readonly updatedAt: string | undefined;
  /** Keys in their canonical spelling, `io.service.auth.…`. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** One way to sign in. */
export interface LoginMethod {
  readonly method: Method;
  readonly enabled: boolean;
  /** Where the code host's login starts; empty for methods of other kinds. */
  readonly authorizeUrl: string;
  /** OIDC providers in the order given. */
  readonly providers: readonly LoginProvider[];
}

export interface LoginProvider {
  readonly name: string;
  /** A path, which may begin with the prefix of a proxy. */
  readonly authorizeUrl: string;
}

export type StorageKind = 'database' | 'local' | 'object';

/** What the server says about itself. */
export interface Meta {
  readonly version: string;
  readonly latestVersion: string;
  readonly updateAvailable: boolean;
  readonly commit: string;
  readonly buildDate: string;
  readonly isAuthenticationRequired: boolean;
  readonly storage: {
    readonly kind: StorageKind;
    readonly isReadOnly: boolean;
  };
  readonly hasAnalytics: boolean;
  readonly theme: 'system' | 'dark' | 'light';
  /** A CSS colour; empty when none is set. */
  readonly topbarColor: string;
  /** What operators call the environment; empty if they do not. */
  readonly topbarLabel: string;
}

/** The configuration without its secrets, as the server writes it. */
export type MetaConfig = Readonly<Record<string, unknown>>;
