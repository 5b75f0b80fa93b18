import {
  CLAIMS_KEY,
  groupsMetadata,
  METADATA_PREFIX,
  ROLE_KEY,
  type AuthenticationMetadata,
} from '@pennon/domain';

/** Keys of records of OIDC that something is decided by. */
export const oidcKeys = {
  provider: `${METADATA_PREFIX}oidc.provider`,
  email: `${METADATA_PREFIX}oidc.email`,
  emailVerified: `${METADATA_PREFIX}oidc.email_verified`,
} as const;

/** Claims that become metadata under their own name. */
const claimNames = ['email', 'name', 'profile', 'picture', 'sub', 'preferred_username'] as const;

/** Those of them that records of other methods have too, and that have a key in common. */
const commonNames: ReadonlySet<string> = new Set(['email', 'name', 'picture']);

/**
 * What is known of somebody by the claims of a provider.
 *
 * @param provider Name of the provider in the configuration.
 * @param role The roles of the person; undefined for none.
 * @param groups The groups of the person; none unless given.
 */
export function oidcMetadata(
  provider: string,
  claims: Readonly<Record<string, unknown>>,
  role: string | undefined,
  groups: readonly string[] = [],
): AuthenticationMetadata {
  const named = claimNames.flatMap((name) => {
    const value = claims[name];
    if (typeof value !== 'string' || value.trim() === '') return [];
    const entry = [`${METADATA_PREFIX}oidc.${name}`, value] as const;
    return commonNames.has(name) ? [entry, [`${METADATA_PREFIX}${name}`, value] as const] : [entry];
  });
  const { email_verified: verified } = claims;
  return {
    ...Object.fromEntries(named),
    ...(isSaid(verified) && { [oidcKeys.emailVerified]: `${isTrue(verified)}` }),
    ...(role !== undefined && { [ROLE_KEY]: role }),
    ...groupsMetadata(groups),
    [oidcKeys.provider]: provider,
    [CLAIMS_KEY]: JSON.stringify(claims),
  };
}

/** True for a claim that is there, and not blank. */
export function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Some providers write it as text. Whatever else is said of an address, it does not say that it is verified. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}
