import { boolean } from '../kinds/boolean';
import { duration } from '../kinds/duration';
import { commaList } from '../kinds/list';
import { text } from '../kinds/text';
import { optional, type Section, setting } from '../setting';
import { claimRoleSettings } from './claim-role-settings';
import { jwksUrl } from './jwks-url';
import { signatureAlgorithms } from './signature-algorithms';

/** Tokens that somebody else signs, and that are verified at every request. */
export const jwtSettings = {
  enabled: setting(boolean, {
    default: 'false',
    description: 'Accept JSON web tokens. It matters only where authentication is required.',
  }),
  jwksUrl: optional(jwksUrl, {
    description: 'Where the keys of the issuer are found. Either this or `public_key_file` is required.',
  }),
  publicKeyFile: optional(text, {
    description: 'PEM file of the key of the issuer: a public key or a certificate.',
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
    issuer: optional(text, { whenAbsent: 'not checked', description: 'What `iss` has to be.' }),
    subject: optional(text, { whenAbsent: 'not checked', description: 'What `sub` has to be.' }),
    audiences: setting(commaList, {
      default: '',
      description: 'Audiences of which `aud` has to name one. Without any, the audience is not checked.',
    }),
  },
} as const satisfies Section;
