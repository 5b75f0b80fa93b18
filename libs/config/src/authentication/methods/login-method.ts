import { readFileSync } from 'node:fs';
import { checkFile } from '../../files/pem-files';
import type { Violation } from '../../kinds/config-error';
import { missingValue } from '../../kinds/kind';
import type { Resolved, Section } from '../../kinds/setting';
import type { RoleRule } from '../parts/role-rule';

/** What the configuration requires of callers, whichever method they use. */
interface Requirements {
  readonly authentication: { readonly required: boolean };
  readonly authorization: { readonly required: boolean };
}

/** Returns what an operator may not be aware of; no warning holds a secret. */
type Warning<Settings> = (settings: Settings, requirements: Requirements) => readonly string[];

/** What is checked of a login method at start while it is enabled; one that is not may be half configured. */
export interface MethodChecks<Settings> {
  /** What has to hold between the settings. The name is that by which the method was enabled, which may be Flipt's. */
  readonly checks?: readonly ((settings: Settings, name: string) => readonly Violation[])[];
  /** What only a writer needs; a reader may lack it. */
  readonly writerChecks?: readonly ((settings: Settings) => readonly Violation[])[];
  /** Choices that let in more callers than the operator may expect. */
  readonly openDoors?: readonly Warning<Settings>[];
  /** Choices that let nobody in. */
  readonly closedDoors?: readonly Warning<Settings>[];
  /** Choices by which a writer lets nobody in; a reader may lack what they name. */
  readonly writerClosedDoors?: readonly Warning<Settings>[];
  /** Choices that give callers no role, where roles are what counts. */
  readonly missingRoles?: readonly Warning<Settings>[];
  /**
   * Addresses that browsers come back to after a login, by the section that has them; undefined for a method without
   * browser sessions.
   */
  readonly redirectAddresses?: (settings: Settings) => Readonly<Record<string, string>>;
}

/** A login method, as far as the configuration knows it. */
export interface LoginMethod<Table extends Section> extends MethodChecks<Resolved<Table>> {
  readonly settings: Table;
}

/** A warning that needs no more than a condition. */
export function when<Settings>(
  isTrue: (settings: Settings, requirements: Requirements) => boolean,
  warning: string,
): Warning<Settings> {
  return (settings, requirements) => (isTrue(settings, requirements) ? [warning] : []);
}

/**
 * Warns of a file that is read anew for each request. It may appear after the start, so the start does not refuse it.
 *
 * @param consequence What fails until the file can be read.
 */
export function warnOfUnreadable(consequence: string, key: string, file: string): readonly string[] {
  return checkFile(key, () => readFileSync(file)).map(({ reason }) => `${consequence}: ${key} ${reason}`);
}

/** What the key of every setting of a method begins with. */
export const methodsKey = 'authentication.methods';

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
  { roleClaim, roles }: { readonly roleClaim: string | undefined; readonly roles: readonly RoleRule[] },
): readonly Violation[] {
  if (roleClaim === undefined || roles.length > 0) return [];
  const reason = 'needs roles, which say what role each value of the claim gives';
  return [{ key: `${methodsKey}.${section}.role_claim`, reason }];
}
