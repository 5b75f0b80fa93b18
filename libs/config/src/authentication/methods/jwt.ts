import { checkFile, readAuthorities, readPublicKey } from '../../files/pem-files';
import { httpUrl, isSecureUrl, mustBeSecure } from '../../kinds/address';
import type { Violation } from '../../kinds/config-error';
import { InvalidValueError, type Kind, scalar } from '../../kinds/kind';
import { duration } from '../../kinds/number';
import { optional, type Resolved, type Section, setting } from '../../kinds/setting';
import { oneAtLeast, signatureAlgorithms } from '../../kinds/signature-algorithms';
import { text } from '../../kinds/text';
import { boolean, commaList, oneOf } from '../../kinds/words';
import { claimRoleSettings } from '../parts/claim-settings';
import { claimsOfRolesAreMapped, type LoginMethod, methodsKey, warnOfUnreadable, when } from './login-method';

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

const settings = {
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

type Settings = Resolved<typeof settings>;

/** Tokens that somebody else signs, and that are verified at every request. */
export const jwt: LoginMethod<typeof settings> = {
  settings,
  checks: [
    (own) => claimsOfRolesAreMapped('jwt', own),
    hasOneSourceOfKeys,
    jwksAreFetchedSafely,
    publicKeyFileIsReadable,
    jwksAuthorityIsReadable,
  ],
  openDoors: [
    when(
      ({ validateClaims: { issuer, audiences } }, { authentication: { required } }) =>
        required && issuer === undefined && audiences.length === 0,
      `every JSON web token that the keys verify is accepted, whoever it was made for: set ${methodsKey}.jwt.validate_claims.issuer or .audiences`,
    ),
  ],
  closedDoors: [
    ({ jwksUrl: url, tokenPath }, { authentication: { required } }) =>
      required && url !== undefined && tokenPath !== undefined
        ? warnOfUnreadable('no JSON web token can be verified yet', `${methodsKey}.jwt.token_path`, tokenPath)
        : [],
  ],
  missingRoles: [
    when(
      ({ copyClaims, roles }) => !copyClaims && roles.length === 0,
      `callers with JSON web tokens have no role: set ${methodsKey}.jwt.roles, or .copy_claims`,
    ),
  ],
};

function hasOneSourceOfKeys({ jwksUrl: url, publicKeyFile }: Settings): readonly Violation[] {
  const key = 'authentication.methods.jwt.jwks_url';
  if ((url === undefined) !== (publicKeyFile === undefined)) return [];
  return url === undefined
    ? [{ key, reason: 'one of jwks_url or public_key_file is required' }]
    : [{ key, reason: 'only one of jwks_url or public_key_file can be set' }];
}

function jwksAreFetchedSafely({ jwksUrl: url }: Settings): readonly Violation[] {
  if (url === undefined || isSecureUrl(new URL(url))) return [];
  return [{ key: 'authentication.methods.jwt.jwks_url', reason: mustBeSecure }];
}

function publicKeyFileIsReadable({ publicKeyFile }: Settings): readonly Violation[] {
  if (publicKeyFile === undefined) return [];
  const missing = `field "public_key_file": stat ${publicKeyFile}: no such file or directory`;
  const key = 'authentication.methods.jwt.public_key_file';
  return checkFile(key, () => readPublicKey(publicKeyFile), missing);
}

function jwksAuthorityIsReadable({ caPath }: Settings): readonly Violation[] {
  if (caPath === undefined) return [];
  return checkFile('authentication.methods.jwt.ca_path', () => readAuthorities(caPath));
}
