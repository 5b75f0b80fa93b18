import type { AuthenticationConfig, CodehostConfig, SessionConfig } from './authentication-config';
import { frozenRecord } from '../frozen-record';
import type { ResolvedSettings } from '../resolve-settings';
import type { GivenValue } from '../sources/layer';
import { declaredOrganization } from './declared-organization';
import { methodNames, ownMethodNames } from './method-names';

type Resolved = ResolvedSettings['authentication'];

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
