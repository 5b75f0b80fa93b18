/** Names that are not spelled as their keys, without the case. */
const spellings: Readonly<Record<string, string>> = {
  google: 'Google',
  gitlab: 'GitLab',
  github: 'GitHub',
  okta: 'Okta',
  auth0: 'Auth0',
  keycloak: 'Keycloak',
  microsoft: 'Microsoft',
  dex: 'Dex',
  authentik: 'Authentik',
  authelia: 'Authelia',
  zitadel: 'Zitadel',
};

/** What a provider is called on its button, by its key in the settings: `gitlab` is GitLab, `my_idp` is My Idp. */
export function providerName(key: string): string {
  const known = new Map(Object.entries(spellings)).get(key.toLowerCase());
  if (known !== undefined) return known;
  return key
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
