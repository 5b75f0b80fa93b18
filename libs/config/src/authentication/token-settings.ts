import { boolean } from '../kinds/boolean';
import { duration } from '../kinds/duration';
import { secret } from '../kinds/secret';
import { longText, text } from '../kinds/text';
import { mapOf, optional, type Section, setting } from '../setting';
import { cleanupSettings } from './cleanup-settings';
import { longestLifetime } from './longest-lifetime';

/** Short enough to type, too long to guess. */
const leastBootstrapToken = 16;

/** Static tokens. */
export const tokenSettings = {
  enabled: setting(boolean, {
    default: 'false',
    description: 'Accept static tokens, and let them be created.',
  }),
  bootstrap: {
    token: optional(secret(longText(leastBootstrapToken)), {
      whenAbsent: 'a random one, logged once',
      description:
        'The first token, which is created at a start that finds no static token. It is not logged.',
    }),
    expiration: setting(duration({ max: longestLifetime }), {
      default: '0s',
      description: 'How long after its creation the first token expires. 0s is never.',
    }),
    metadata: mapOf(
      '<key>',
      setting(text, {
        default: '',
        description:
          'Metadata of the first token, such as `io.service.auth.role`. In the file keys may have dots; they are ' +
          'read in lower case.',
      }),
    ),
  },
  cleanup: cleanupSettings,
} as const satisfies Section;
