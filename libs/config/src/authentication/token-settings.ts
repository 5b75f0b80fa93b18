import { boolean } from '../kinds/boolean';
import { duration } from '../kinds/duration';
import { secret } from '../kinds/secret';
import { headerText, text } from '../kinds/text';
import { mapOf, optional, type Section, setting } from '../setting';
import { cleanupSettings } from './cleanup-settings';
import { longestLifetime } from './longest-lifetime';

/** Static tokens. */
export const tokenSettings = {
  enabled: setting(boolean, {
    default: 'false',
    description: 'Accept static tokens, and let them be created.',
  }),
  bootstrap: {
    token: optional(secret(headerText), {
      whenAbsent: 'a random one, shown once',
      description:
        'The first token, which is created at a start that finds no static token. It is not logged. Choose a random ' +
        'one, of 16 characters or more: the start warns of one that may be guessed, and although guesses are counted ' +
        'and answered 429, a right one is accepted at any time.',
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
