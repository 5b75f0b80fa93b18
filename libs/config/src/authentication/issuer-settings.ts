import { RE2JS, RE2JSException } from 're2js';
import { baseUrl, httpUrl } from '../kinds/address';
import { InvalidValueError, type Kind, scalar } from '../kinds/kind';
import { duration } from '../kinds/number';
import { mapOf, optional, required, type Section, setting } from '../kinds/setting';
import { secret, Secret, text } from '../kinds/text';
import { boolean, commaList, list, listOf, oneOf } from '../kinds/words';
import { cleanupSettings } from './method-settings';
import { groupRole } from './role-rule';

/** The roles of callers by what an issuer says of them; the same for every method that reads claims. */
const claimRoleSettings = {
  roleClaim: optional(text, {
    whenAbsent: '`io.service.auth.role`',
    description:
      'Claim that `roles` looks at, a text or a list of texts; dots lead into objects: `groups`, ' +
      '`realm_access.roles`. Needs `roles`.',
  }),
  roles: setting(listOf(groupRole, { type: 'list of roles of groups' }), {
    default: '',
    description:
      'Roles by the values of that claim, where `authorization.required` is on: `flag-admins=admin`, ' +
      '`shop-team=shop:editor` for one namespace, `*=viewer` for everybody. All that fit hold together. Without ' +
      'any rule, the claim `io.service.auth.role` holds the role itself. A group whose name has a space can be ' +
      'written only in the file.',
  }),
} as const satisfies Section;

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

/** Algorithms by which a private key signs what its public key verifies: knowing the latter is not enough to sign. */
export const asymmetricAlgorithms = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
] as const;

/** An algorithm that tokens may be signed by. */
export type SignatureAlgorithm = (typeof asymmetricAlgorithms)[number];

/**
 * With an HMAC among the allowed algorithms, whoever knows the public key can sign; with `none`, everybody can.
 */
const algorithm = oneOf(asymmetricAlgorithms, {
  words: ['hs256', 'hs384', 'hs512', 'none'],
  reason: 'is refused: only signatures by a private key prove who signed',
});

/** A list that has an item where it is given: an empty one would allow what the operator means to forbid. */
function oneAtLeast<T>(kind: Kind<readonly T[]>, what: string): Kind<readonly T[]> {
  return {
    ...kind,
    parse: (raw) => {
      const items = kind.parse(raw);
      if (items.length === 0) throw new InvalidValueError(`must name at least one ${what}`);
      return items;
    },
  };
}

/** The algorithms that tokens may be signed by; one at least. */
export const signatureAlgorithms: Kind<readonly SignatureAlgorithm[]> = oneAtLeast(
  listOf(algorithm, { type: `list of ${algorithm.type}`, separator: /[\s,]+/ }),
  'algorithm',
);

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

/** The URL of a set of keys. The reason is worded as the reference words it. */
const jwksUrl: Kind<string> = scalar(httpUrl.type, (url) => {
  try {
    return httpUrl.parse(url);
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    throw new InvalidValueError(`field "jwks_url": parse ${JSON.stringify(url)}: ${error.message}`, {
      unquoted: `field "jwks_url": ${error.message}`,
    });
  }
});

/** Tokens that somebody else signs, and that are verified at every request. */
export const jwtSettings = {
  enabled: setting(boolean, {
    default: 'false',
    description: 'Accept JSON web tokens. It matters only where authentication is required.',
  }),
  jwksUrl: optional(jwksUrl, {
    description: 'Where the keys of the issuer are found. Either this or `public_key_file` is required.',
  }),
  caPath: optional(text, {
    whenAbsent: 'the authorities that Node.js trusts',
    description:
      'File of the only certificate authorities that the server of `jwks_url` is trusted by; PEM. It is then asked ' +
      'without a proxy. In a pod: `/var/run/secrets/kubernetes.io/serviceaccount/ca.crt`.',
  }),
  tokenPath: optional(text, {
    whenAbsent: 'no token is sent',
    description:
      'File of the token that is sent to `jwks_url`, read for each request: the key set of a Kubernetes cluster needs ' +
      'one. In a pod: `/var/run/secrets/kubernetes.io/serviceaccount/token`.',
  }),
  publicKeyFile: optional(text, {
    description: 'PEM file of the key of the issuer: a public key or a certificate.',
  }),
  callers: setting(oneOf(['programs', 'people']), {
    default: 'programs',
    description:
      'Whether these tokens belong to `programs` or to `people`. A program reviews changes only in the role `approver`.',
  }),
  algorithms: setting(signatureAlgorithms, {
    default: 'RS256 RS512 ES256 ES512 EdDSA',
    description: 'Algorithms that tokens may be signed by.',
  }),
  clockSkew: setting(duration({ max: '10m' }), {
    default: '60s',
    description: 'How far the clock of the issuer may be off; 10m at most.',
  }),
  copyClaims: setting(boolean, {
    default: 'true',
    description:
      'Take claims whose name begins with `io.service.auth` into what is known of the caller. Unless `roles` is ' +
      'set, the claim `io.service.auth.role` is then the role of the caller.',
  }),
  ...claimRoleSettings,
  validateClaims: {
    issuer: optional(oneAtLeast(commaList, 'issuer'), {
      whenAbsent: 'not checked',
      description: 'Issuers of which `iss` has to be one.',
    }),
    subject: optional(text, { whenAbsent: 'not checked', description: 'What `sub` has to be.' }),
    audiences: setting(commaList, {
      default: '',
      description: 'Audiences of which `aud` has to name one. Without any, the audience is not checked.',
    }),
  },
} as const satisfies Section;
