export type {
  ComparisonType,
  Constraint,
  Dated,
  Distribution,
  Flag,
  FlagOff,
  FlagType,
  MatchType,
  Metadata,
  Namespace,
  Rollout,
  Rule,
  Segment,
  SegmentOperator,
  SegmentRollout,
  Threshold,
  ThresholdRollout,
  Variant,
} from '@/lib/model';

/**
 * How a credential came to be. The code host and the orchestrator have the name by which the server is
 * configured.
 */
export type Method =
  | 'METHOD_NONE'
  | 'METHOD_TOKEN'
  | 'METHOD_CODEHOST'
  | 'METHOD_GITHUB'
  | 'METHOD_OIDC'
  | 'METHOD_ORCHESTRATOR'
  | 'METHOD_KUBERNETES'
  | 'METHOD_JWT';

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
}

/** The configuration without its secrets, as the server writes it. */
export type MetaConfig = Readonly<Record<string, unknown>>;

/** What this server can do beyond Flipt v1; all false when it does not say. */
export interface Capabilities {
  readonly tokenSession: boolean;
  readonly history: boolean;
  readonly changesets: boolean;
  readonly preconditions: boolean;
  readonly events: boolean;
  readonly permissions: boolean;
  readonly loginErrors: boolean;
  readonly batchAnalytics: boolean;
  /** Who changed what can be listed. */
  readonly auditLog: boolean;
  /** Counts of evaluations can be asked for by value. */
  readonly valueCounts: boolean;
  /** Namespaces in which every write is reviewed first. */
  readonly guardedNamespaces: readonly string[];
}
