import { aliasKey, METADATA_PREFIX, ROLE_KEY, type AuthenticationMetadata } from '@pennon/domain';

/** Keys of records of OIDC that something is decided by. */
export const oidcKeys = {
  provider: `${METADATA_PREFIX}oidc.provider`,
  email: `${METADATA_PREFIX}oidc.email`,
  emailVerified: `${METADATA_PREFIX}oidc.email_verified`,
} as const;

/** Claims that become metadata under their own name. Source: contract/authentication.md 2.2. */
const claimNames = ['email', 'name', 'profile', 'picture', 'sub', 'preferred_username'] as const;

/** Those of them that records of other methods have too, and that have a key in common. */
const commonNames: ReadonlySet<string> = new Set(['email', 'name', 'picture']);

/**
 * What is known of somebody by the claims of an ID token. Source: contract/authentication.md 2.2.
 *
 * The role is the claim of that very name, which a provider makes only where its operator has told it to.
 *
 * @param provider Name of the provider in the configuration.
 */
export function oidcMetadata(
  provider: string,
  claims: Readonly<Record<string, unknown>>,
): AuthenticationMetadata {
  const named = claimNames.flatMap((name) => {
    const value = claims[name];
    if (typeof value !== 'string' || value.trim() === '') return [];
    const entry = [`${METADATA_PREFIX}oidc.${name}`, value] as const;
    return commonNames.has(name) ? [entry, [`${METADATA_PREFIX}${name}`, value] as const] : [entry];
  });
  const verified = truth(claims.email_verified);
  const role = claims[ROLE_KEY] ?? claims[aliasKey(ROLE_KEY) ?? ''];
  return {
    ...Object.fromEntries(named),
    ...(verified !== undefined && { [oidcKeys.emailVerified]: `${verified}` }),
    ...(typeof role === 'string' && { [ROLE_KEY]: role }),
    [oidcKeys.provider]: provider,
    [`${METADATA_PREFIX}claims`]: JSON.stringify(claims),
  };
}

/** Some providers write it as text, and a `false` must not be lost. */
function truth(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' || value === 'false' ? value === 'true' : undefined;
}
