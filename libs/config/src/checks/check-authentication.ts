import { missingValue, notSupported } from '../kinds/kind';
import type { MethodNames } from '../config/authentication-config';
import { reservedIn } from '../settings/unsupported-keys';
import type { ResolvedSettings } from '../settings/resolve-settings';
import type { Violation } from '../kinds/config-error';
import { enabledMethods, type MethodName } from '../authentication/methods/methods';

/** What rules look at. */
interface Configured extends Pick<ResolvedSettings, 'authentication' | 'authorization'> {
  /** Every key that is given; for a variable that sets a reserved key, its name. */
  readonly given: readonly string[];
  /** The names by which methods with two names were enabled. */
  readonly names: Partial<Record<MethodName, string>>;
}

type Rule = (configured: Configured) => readonly Violation[];

/**
 * What has to hold between settings. The reasons are in Flipt's words, since operators search
 * for them. A method that is not enabled may be half configured.
 */
const rules: readonly Rule[] = [
  somebodyCanSignIn,
  domainIsGiven,
  settingsOfMethodsGoTogether,
  authorizationHasSomebodyToAuthorize,
  managementIsNotExcludedFromAuthorization,
  policiesAreNotIgnored,
];

/** Returns what does not go together in these sections. */
export function checkAuthentication(
  settings: ResolvedSettings,
  given: readonly string[],
  names: MethodNames,
): readonly Violation[] {
  return rules.flatMap((rule) => rule({ ...settings, given, names }));
}

/** Without a method not even the first token is made, and one that is given is refused. */
function somebodyCanSignIn({ authentication: { required, methods } }: Configured): readonly Violation[] {
  if (!required || Object.values(methods).some(({ enabled }) => enabled)) return [];
  const reason = 'locks everybody out: enable a method, such as authentication.methods.token.enabled';
  return [{ key: 'authentication.required', reason }];
}

function domainIsGiven({ authentication: { methods, session } }: Configured): readonly Violation[] {
  const needsDomain = enabledMethods(methods).some(
    ([{ redirectAddresses }]) => redirectAddresses !== undefined,
  );
  const key = 'authentication.session.domain';
  const reason = `when session compatible auth method enabled: field "${key}": ${missingValue}`;
  return needsDomain && session.domain === undefined ? [{ key, reason }] : [];
}

function authorizationHasSomebodyToAuthorize(configured: Configured): readonly Violation[] {
  const { authentication, authorization } = configured;
  if (!authorization.required || authentication.required) return [];
  const reason = 'authorization requires authentication also be required';
  return [{ key: 'authorization.required', reason }];
}

/** Each method has rules of its own. */
function settingsOfMethodsGoTogether({
  authentication: { methods },
  names,
}: Configured): readonly Violation[] {
  return enabledMethods(methods).flatMap(([{ checks = [] }, own, name]) =>
    checks.flatMap((check) => check(own, names[name] ?? name)),
  );
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
