import { isGuessable, strongerSecret } from '../../kinds/guessable';
import { duration, longestLifetime } from '../../kinds/number';
import { mapOf, optional, type Section, setting } from '../../kinds/setting';
import { headerText, secret, text } from '../../kinds/text';
import { boolean } from '../../kinds/words';
import { cleanupSettings } from '../parts/cleanup-settings';
import { type LoginMethod, methodsKey, when } from './login-method';

const settings = {
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

/** Static tokens. */
export const token: LoginMethod<typeof settings> = {
  settings,
  openDoors: [
    when(
      ({ bootstrap }) => bootstrap.token !== undefined && isGuessable(bootstrap.token.reveal()),
      `${methodsKey}.token.bootstrap.token can be guessed: ${strongerSecret}`,
    ),
  ],
};
