import type { Violation } from '../settings/config-error';
import { isSecureUrl, mustBeSecure } from '../kinds/address';
import { isAnchored } from '../kinds/anchored';
import {
  claimsOfRolesAreMapped,
  missingFields,
  type MethodChecks,
  type Methods,
  methodsKey,
  when,
} from './method-checks';

/** Identity providers. */
export const oidcChecks: MethodChecks = {
  checks: [providersAreNamed, providersAreComplete, rolesOfProvidersAreMapped],
  openDoors: [
    when(
      ({ authentication: { required, methods }, authorization }) =>
        required &&
        hasProviders(methods) &&
        methods.oidc.emailMatches.length === 0 &&
        !authorization.required,
      'everybody with an account at an identity provider can do everything: ' +
        `set ${methodsKey}.oidc.email_matches or authorization.required`,
    ),
    when(
      ({ authentication: { methods } }) =>
        methods.oidc.enabled && !methods.oidc.emailMatches.every(isAnchored),
      `a pattern of ${methodsKey}.oidc.email_matches is not anchored with ^ and $: it matches any address with such a part`,
    ),
  ],
  closedDoors: [
    when(
      ({ authentication: { methods } }) => methods.oidc.enabled && !hasProviders(methods),
      `${methodsKey}.oidc is enabled without a provider, so nobody can log in by it: set ${methodsKey}.oidc.providers`,
    ),
    ({ authentication: { methods } }) =>
      Object.entries(methods.oidc.enabled ? methods.oidc.providers : {})
        .filter(([, { issuerUrl }]) => !isSecureUrl(new URL(issuerUrl)))
        .map(
          ([name]) =>
            `nobody can log in at provider "${name}": ${methodsKey}.oidc.providers.${name}.issuer_url ${mustBeSecure}`,
        ),
  ],
  missingRoles: [
    ({ authentication: { methods } }) =>
      Object.entries(methods.oidc.enabled ? methods.oidc.providers : {})
        .filter(([, { roles }]) => roles.length === 0)
        .map(
          ([name]) =>
            `people who log in at provider "${name}" have no role unless it sends the claim io.service.auth.role: ` +
            `set ${methodsKey}.oidc.providers.${name}.roles`,
        ),
  ],
  redirectAddresses: ({ oidc }) =>
    Object.fromEntries(
      Object.entries(oidc.enabled ? oidc.providers : {}).map(([name, { redirectAddress }]) => [
        `oidc.providers.${name}`,
        redirectAddress,
      ]),
    ),
};

/** The name is a part of the path of the callback. */
function providersAreNamed(methods: Methods): readonly Violation[] {
  return Object.keys(methods.oidc.enabled ? methods.oidc.providers : {})
    .filter((name) => !/^[a-z0-9_-]+$/.test(name))
    .map((name) => ({
      key: `authentication.methods.oidc.providers.${name}`,
      reason: 'must be named with letters, digits, - and _',
    }));
}

function providersAreComplete(methods: Methods): readonly Violation[] {
  return Object.entries(methods.oidc.enabled ? methods.oidc.providers : {}).flatMap(([name, provider]) =>
    missingFields(`authentication.methods.oidc.providers.${name}`, name, {
      issuer_url: provider.issuerUrl,
      client_id: provider.clientId,
      client_secret: provider.clientSecret.reveal(),
      redirect_address: provider.redirectAddress,
    }),
  );
}

function rolesOfProvidersAreMapped({ oidc }: Methods): readonly Violation[] {
  return Object.entries(oidc.enabled ? oidc.providers : {}).flatMap(([name, provider]) =>
    claimsOfRolesAreMapped(`oidc.providers.${name}`, provider),
  );
}

function hasProviders({ oidc }: Methods): boolean {
  return oidc.enabled && Object.keys(oidc.providers).length > 0;
}
