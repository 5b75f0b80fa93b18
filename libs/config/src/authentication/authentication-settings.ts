import { origin } from '../kinds/address';
import { InvalidValueError, type Kind, notSupported, scalar } from '../kinds/kind';
import { duration, integer, longestLifetime, positiveDuration } from '../kinds/number';
import { optional, type Section, setting } from '../kinds/setting';
import { secret, text } from '../kinds/text';
import { boolean, listOf, oneOf } from '../kinds/words';
import { methodSettings } from './methods/methods';

/** The records behind client tokens that are at hand, and how they serve while the database is away. */
const recordsSettings = {
  max: setting(integer({ min: 1 }), {
    default: '10000',
    description: 'Most records of client tokens at hand; the least used make room.',
  }),
  lookupTimeout: setting(positiveDuration({ max: '1m' }), {
    default: '1s',
    description:
      'Longest wait for the database when a client token is looked up; the database then counts as away. Until it ' +
      'is back, tokens that are not at hand are answered UNAVAILABLE at once. A SQLite file has at least ' +
      '`db.busy_timeout` to answer about a token that is not at hand.',
  }),
  outageGrace: setting(duration({ max: longestLifetime }), {
    default: '1h',
    description:
      'How long client tokens that are at hand go on to be accepted while the database is away. One that is ' +
      'revoked meanwhile is accepted that long as well. 0s accepts none.',
  }),
} as const satisfies Section;

/** A host name with an optional dot before it: nothing that could end an attribute of a cookie. */
const hostName = /^\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/**
 * The domain of cookies: a host, from which scheme, port and path are stripped. `http://localhost:8080` → `localhost`
 */
export const sessionDomain: Kind<string> = scalar('host name', (given) => {
  const url = given.includes('://') ? given : `http://${given}`;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  // Line breaks are dropped where a URL is read, and would join what they part.
  if (/\s/.test(given) || !hostName.test(host)) {
    throw new InvalidValueError('invalid domain: expected a host name such as flags.example.com');
  }
  return host;
});

/** The sessions of browsers. */
const sessionSettings = {
  domain: optional(sessionDomain, {
    description:
      'Host that the cookies belong to; a scheme and a port are dropped. Required as soon as OIDC or the code ' +
      'host is enabled.',
  }),
  secure: optional(boolean, {
    whenAbsent: '`true`, unless the domain is `localhost`',
    description: 'Have browsers send the cookies over HTTPS only.',
  }),
  tokenLifetime: setting(positiveDuration({ max: longestLifetime }), {
    default: '24h',
    description: 'How long a session lasts after the login.',
  }),
  stateLifetime: setting(positiveDuration(), {
    default: '10m',
    description: 'How long a login may take, from leaving for the provider to coming back.',
  }),
  csrf: {
    key: optional(secret(text), {
      description:
        'Secret of the protection against requests that other sites make in the name of a session. The ' +
        'protection is on for sessions with a key and without one.',
    }),
    secure: setting(boolean, {
      default: 'true',
      isIgnored: true,
      description:
        'Have browsers send the cookie of that protection over HTTPS only. There is no such cookie.',
    }),
    trustedOrigins: setting(listOf(origin, { type: 'list of origins' }), {
      default: '',
      description: 'Other sites that may act in the name of a session, each as `scheme://host[:port]`.',
    }),
  },
} as const satisfies Section;

/** Who is calling. Rules between these settings are in `check-authentication.ts`. */
export const authenticationSettings = {
  required: setting(boolean, {
    default: 'false',
    description: 'Require authentication, except for health checks, metrics and logging in.',
  }),
  exclude: {
    management: setting(boolean, {
      default: 'false',
      description: 'Require nothing of the management API, `/api/v1`.',
    }),
    metadata: setting(boolean, {
      default: 'false',
      isIgnored: true,
      description: 'Require nothing of `/meta`. It never worked, and metadata cannot be excluded.',
    }),
    evaluation: setting(boolean, {
      default: 'false',
      description:
        'Require nothing of evaluation and of snapshots: `/evaluate/v1`, `/internal/v1/evaluation`.',
    }),
    ofrep: setting(boolean, { default: 'false', description: 'Require nothing of OFREP, `/ofrep`.' }),
  },
  rateLimit: {
    logins: setting(integer({ min: 0 }), {
      default: '20',
      description: 'Most steps of logins of people per minute from one client address. 0 is unlimited.',
    }),
    failures: setting(integer({ min: 0 }), {
      default: '100',
      description:
        'Most refused credentials per minute from one client address, refused logins of workloads among them. Further ' +
        'ones are answered 429 with `Retry-After`; good credentials go on to work. 0 is unlimited.',
    }),
  },
  records: recordsSettings,
  session: sessionSettings,
  methods: methodSettings,
} as const satisfies Section;

/** What callers may do. */
export const authorizationSettings = {
  required: setting(boolean, {
    default: 'false',
    description:
      'Let callers do what their role allows, and nothing else. Authentication has to be required too.',
  }),
  backend: setting(oneOf(['roles'], { words: ['local', 'object', 'bundle'], reason: notSupported }), {
    default: 'roles',
    description:
      'What decides: `roles` goes by the roles of the caller, which are under the metadata key `io.service.auth.role`.',
  }),
  evaluation: setting(boolean, {
    default: 'false',
    description:
      'Hold evaluation and OFREP to roles as well: they then take the right to read flags in every namespace they ' +
      'name. Otherwise every caller who is known may evaluate.',
  }),
} as const satisfies Section;
