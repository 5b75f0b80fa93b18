import { boolean } from '../kinds/boolean';
import { positiveDuration } from '../kinds/duration';
import { listOf } from '../kinds/list';
import { secret } from '../kinds/secret';
import { lineText } from '../kinds/text';
import { optional, type Section, setting } from '../setting';
import { longestLifetime } from './longest-lifetime';
import { origin } from './origin';
import { sessionDomain } from './session-domain';

/** The sessions of browsers. */
export const sessionSettings = {
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
    key: optional(secret(lineText), {
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
