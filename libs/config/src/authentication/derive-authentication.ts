import type { AuthenticationConfig, CodehostConfig, SessionConfig } from './authentication-config';
import { frozenRecord } from '../frozen-record';
import type { ResolvedSettings } from '../resolve-settings';
import { declaredOrganization } from './declared-organization';

type Resolved = ResolvedSettings['authentication'];

/** Returns the section with what follows from other settings filled in; frozen. */
export function deriveAuthentication(authentication: Resolved): AuthenticationConfig {
  const { methods } = authentication;
  return Object.freeze({
    ...authentication,
    session: deriveSession(authentication.session),
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
