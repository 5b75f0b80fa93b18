import { variablePartOf } from '../names';

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
