import { RE2JS, RE2JSException } from 're2js';
import { baseUrl, httpUrl, isSecureUrl, mustBeSecure } from '../../kinds/address';
import { isAnchored } from '../../kinds/anchored';
import type { Violation } from '../../kinds/config-error';
import { InvalidValueError, type Kind, scalar } from '../../kinds/kind';
import { duration } from '../../kinds/number';
import { mapOf, optional, required, type Resolved, type Section, setting } from '../../kinds/setting';
import { signatureAlgorithms } from '../../kinds/signature-algorithms';
import { secret, Secret, text } from '../../kinds/text';
import { boolean, list, listOf, oneOf } from '../../kinds/words';
import { claimRoleSettings } from '../parts/claim-settings';
import { cleanupSettings } from '../parts/cleanup-settings';
import { claimsOfRolesAreMapped, type LoginMethod, methodsKey, missingFields, when } from './login-method';

/**
 * A regular expression in the syntax of RE2, kept as text. RE2 matches in time linear in the text, whatever the
 * pattern. It is compiled here only to refuse a pattern that does not compile.
 */
export const emailPattern: Kind<string> = scalar('regular expression', (pattern) => {
  try {
    RE2JS.compile(pattern);
    return pattern;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const unquoted = 'failed compiling string for pattern';
    throw new InvalidValueError(`${unquoted}: ${pattern}: ${error.message}`, { unquoted });
  }
});

/** One identity provider. */
const providerSettings = {
  issuerUrl: required(httpUrl, '', {
    description:
      'Issuer, letter by letter as the provider writes it; its discovery document is found below it.',
  }),
  clientId: required(text, '', { description: 'Name of this service at the provider.' }),
  clientSecret: required(secret(text), new Secret(''), {
    description: 'Secret of this service at the provider.',
  }),
  redirectAddress: required(baseUrl, '', {
    description:
      'Address of this service as browsers see it, with the base path if there is one. The provider has to know ' +
      '`<redirect_address>/auth/v1/method/oidc/<name>/callback`.',
  }),
  scopes: setting(list, { default: '', description: 'Scopes to ask for besides `openid`.' }),
  usePkce: setting(boolean, {
    default: 'true',
    description:
      'Prove with PKCE (S256) that the login is finished by whoever began it. On unless it is switched off, ' +
      'which only a provider needs that refuses it; in Flipt it is off unless it is switched on.',
  }),
  algorithms: optional(signatureAlgorithms, {
    whenAbsent: 'those that the provider announces, `RS256` if it announces none',
    description:
      'Algorithms that the provider may sign ID tokens, and UserInfo, by. Only signatures by a private key are ' +
      'accepted.',
  }),
  tokenEndpointAuthMethod: optional(oneOf(['client_secret_basic', 'client_secret_post']), {
    whenAbsent: '`client_secret_basic`, unless the provider announces only the other',
    description:
      'How the client secret is sent: in the `Authorization` header, percent-encoded as RFC 6749 asks, or in the form ' +
      '(`client_secret_post`), which helps with providers that do not decode the header.',
  }),
  clockSkew: setting(duration({ max: '10m' }), {
    default: '60s',
    description: 'How far the clock of the provider may be ahead; 10m at most.',
  }),
  ...claimRoleSettings,
  nonce: optional(text, {
    isIgnored: true,
    description: 'Nonce of every login. Each login has a random one of its own.',
  }),
} as const satisfies Section;

const settings = {
  enabled: setting(boolean, { default: 'false', description: 'Let people log in at identity providers.' }),
  emailMatches: setting(listOf(emailPattern, { type: 'list of regular expressions' }), {
    default: '',
    description:
      'Email addresses of those who may use the service: at least one pattern has to match, if there are any. ' +
      'RE2 syntax. A pattern without `^` and `$` matches anywhere in the address. The domain is compared without ' +
      'regard to case, the part before the `@` with it, unless the pattern begins with `(?i)`.',
  }),
  providers: mapOf('<name>', providerSettings),
  cleanup: cleanupSettings,
} as const satisfies Section;

type Settings = Resolved<typeof settings>;

/** Login at identity providers by OpenID Connect. */
export const oidc: LoginMethod<typeof settings> = {
  settings,
  checks: [providersAreNamed, providersAreComplete, rolesOfProvidersAreMapped],
  openDoors: [
    when(
      (own, { authentication, authorization }) =>
        authentication.required &&
        hasProviders(own) &&
        own.emailMatches.length === 0 &&
        !authorization.required,
      'everybody with an account at an identity provider can do everything: ' +
        `set ${methodsKey}.oidc.email_matches or authorization.required`,
    ),
    when(
      ({ emailMatches }) => !emailMatches.every(isAnchored),
      `a pattern of ${methodsKey}.oidc.email_matches is not anchored with ^ and $: it matches any address with such a part`,
    ),
  ],
  closedDoors: [
    when(
      (own) => !hasProviders(own),
      `${methodsKey}.oidc is enabled without a provider, so nobody can log in by it: set ${methodsKey}.oidc.providers`,
    ),
    ({ providers }) =>
      Object.entries(providers)
        .filter(([, { issuerUrl }]) => !isSecureUrl(new URL(issuerUrl)))
        .map(
          ([name]) =>
            `nobody can log in at provider "${name}": ${methodsKey}.oidc.providers.${name}.issuer_url ${mustBeSecure}`,
        ),
  ],
  missingRoles: [
    ({ providers }) =>
      Object.entries(providers)
        .filter(([, { roles }]) => roles.length === 0)
        .map(
          ([name]) =>
            `people who log in at provider "${name}" have no role unless it sends the claim io.service.auth.role: ` +
            `set ${methodsKey}.oidc.providers.${name}.roles`,
        ),
  ],
  redirectAddresses: ({ providers }) =>
    Object.fromEntries(
      Object.entries(providers).map(([name, { redirectAddress }]) => [
        `oidc.providers.${name}`,
        redirectAddress,
      ]),
    ),
};

/** The name is a part of the path of the callback. */
function providersAreNamed({ providers }: Settings): readonly Violation[] {
  return Object.keys(providers)
    .filter((name) => !/^[a-z0-9_-]+$/.test(name))
    .map((name) => ({
      key: `authentication.methods.oidc.providers.${name}`,
      reason: 'must be named with letters, digits, - and _',
    }));
}

function providersAreComplete({ providers }: Settings): readonly Violation[] {
  return Object.entries(providers).flatMap(([name, provider]) =>
    missingFields(`authentication.methods.oidc.providers.${name}`, name, {
      issuer_url: provider.issuerUrl,
      client_id: provider.clientId,
      client_secret: provider.clientSecret.reveal(),
      redirect_address: provider.redirectAddress,
    }),
  );
}

function rolesOfProvidersAreMapped({ providers }: Settings): readonly Violation[] {
  return Object.entries(providers).flatMap(([name, provider]) =>
    claimsOfRolesAreMapped(`oidc.providers.${name}`, provider),
  );
}

function hasProviders({ providers }: Settings): boolean {
  return Object.keys(providers).length > 0;
}
