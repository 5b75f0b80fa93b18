import { type AuthenticationConfig, type CleanupConfig } from '@pennon/config';
import { nanoseconds } from './nanoseconds';

/**
 * What `/meta/config` says of authentication: members picked one by one; ids of clients, keys and tokens are not among
 * them.
 */
export function describeAuthentication({
  required,
  exclude,
  session,
  methods,
  methodNames,
}: AuthenticationConfig): object {
  const { token, oidc, codehost, orchestrator, jwt } = methods;
  return {
    required,
    exclude: { management: exclude.management, evaluation: exclude.evaluation, ofrep: exclude.ofrep },
    session: {
      ...(session.domain !== undefined && { domain: session.domain }),
      secure: session.secure,
      tokenLifetime: nanoseconds(session.tokenLifetime),
      stateLifetime: nanoseconds(session.stateLifetime),
      csrf: { trustedOrigins: session.csrf.trustedOrigins },
    },
    methods: {
      token: { ...describeMethod(token), Method: {} },
      oidc: {
        ...describeMethod(oidc),
        Method: { emailMatches: oidc.emailMatches, providers: Object.keys(oidc.providers) },
      },
      [methodNames.codehost]: {
        ...describeMethod(codehost),
        Method: {
          scopes: codehost.scopes,
          allowedOrganizations: codehost.allowedOrganizations,
          allowedTeams: codehost.allowedTeams,
        },
      },
      [methodNames.orchestrator]: {
        ...describeMethod(orchestrator),
        Method: { audiences: orchestrator.audiences },
      },
      jwt: { enabled: jwt.enabled, Method: {} },
    },
  };
}

function describeMethod({
  enabled,
  cleanup,
}: {
  readonly enabled: boolean;
  readonly cleanup: CleanupConfig;
}) {
  const { interval, gracePeriod } = cleanup;
  return {
    enabled,
    cleanup: { interval: nanoseconds(interval), gracePeriod: nanoseconds(gracePeriod) },
  };
}
