import type { Config } from '../config/config';
import { missingValue } from '../kinds/kind';
import type { ConfigProblem, Violation } from '../settings/config-error';
import type { ResolvedSettings } from '../settings/resolve-settings';

/** The settings of all login methods. */
export type Methods = ResolvedSettings['authentication']['methods'];

/** Returns what does not go together in the settings of a method. One that is not enabled may be half configured. */
type Check = (methods: Methods) => readonly Violation[];

/** Returns what an operator may not be aware of; no warning holds a secret. */
type Warning = (config: Config) => readonly string[];

/** What is checked of a login method at start. Each list is empty for a method that has nothing of the kind. */
export interface MethodChecks {
  /** What has to hold between the settings. */
  readonly checks: readonly Check[];
  /** What only a writer needs; a reader may lack it. */
  readonly writerChecks?: readonly ((methods: Methods) => readonly ConfigProblem[])[];
  /** Choices that let in more callers than the operator may expect. */
  readonly openDoors: readonly Warning[];
  /** Choices that let nobody in. */
  readonly closedDoors: readonly Warning[];
  /** Choices that give callers no role, where roles are what counts. */
  readonly missingRoles: readonly Warning[];
  /**
   * Addresses that browsers come back to after a login, by the section that has them; undefined for a method without
   * browser sessions.
   */
  readonly redirectAddresses?: (methods: Methods) => Readonly<Record<string, string>>;
}

/** A warning that needs no more than a condition. */
export function when(isTrue: (config: Config) => boolean, warning: string): Warning {
  return (config) => (isTrue(config) ? [warning] : []);
}

/** What the key of every setting of a method begins with. */
export const methodsKey = 'authentication.methods';

/** How to make a secret that can't be guessed. */
export const strongerSecret = 'choose a random one, such as the output of `openssl rand -hex 32`';

/** Returns the fields without a value. */
export function missingFields(
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

/** A group that happens to be called `admin` is no role. */
export function claimsOfRolesAreMapped(
  section: string,
  { roleClaim, roles }: Pick<Methods['jwt'], 'roleClaim' | 'roles'>,
): readonly Violation[] {
  if (roleClaim === undefined || roles.length > 0) return [];
  const reason = 'needs roles, which say what role each value of the claim gives';
  return [{ key: `${methodsKey}.${section}.role_claim`, reason }];
}
