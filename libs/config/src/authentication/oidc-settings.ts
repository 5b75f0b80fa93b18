import { boolean } from '../kinds/boolean';
import { duration } from '../kinds/duration';
import { baseUrl, httpUrl } from '../kinds/http-url';
import { list, listOf } from '../kinds/list';
import { secret } from '../kinds/secret';
import { lineText, text } from '../kinds/text';
import { Secret } from '../secret';
import { mapOf, optional, required, type Section, setting } from '../setting';
import { claimRoleSettings } from './claim-role-settings';
import { cleanupSettings } from './cleanup-settings';
import { emailPattern } from './email-pattern';
import { signatureAlgorithms } from './signature-algorithms';

/** One identity provider. */
const providerSettings = {
  issuerUrl: required(httpUrl, '', {
    description:
      'Issuer, letter by letter as the provider writes it; its discovery document is found below it.',
  }),
  clientId: required(text, '', { description: 'Name of this service at the provider.' }),
  clientSecret: required(secret(lineText), new Secret(''), {
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
  algorithms: setting(signatureAlgorithms, {
    default: 'RS256',
    description: 'Algorithms that the provider may sign ID tokens by.',
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
