import { baseUrl } from '../kinds/http-url';
import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** Where a writer answers. One that holds credentials is refused, and not quoted. */
export const writerAddress: Kind<string> = scalar('http or https URL', (given) => {
  if (given.includes('@'))
    throw new InvalidValueError('must hold no credentials: a token goes into analytics.writer.token', {
      mayHoldSecret: true,
    });
  return baseUrl.parse(given);
});
