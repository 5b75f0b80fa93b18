import { RE2JS, RE2JSException } from 're2js';
import { baseUrl, httpUrl } from '../../kinds/address';
import { InvalidValueError, type Kind, scalar } from '../../kinds/kind';
import { duration } from '../../kinds/number';
import { mapOf, optional, required, type Section, setting } from '../../kinds/setting';
import { secret, Secret, text } from '../../kinds/text';
import { boolean, list, listOf, oneOf } from '../../kinds/words';
import { cleanupSettings } from '../parts/cleanup-settings';
import { claimRoleSettings } from '../parts/claim-settings';
import { signatureAlgorithms } from '../parts/signature-algorithms';

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

/** Login at identity providers by OpenID Connect. */
export const oidcSettings = {
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
