import { baseUrl } from '../kinds/http-url';
import { InvalidValueError, type Kind, scalar } from '../kinds/kind';
import { noCredentials } from './no-credentials';

/** Where an S3-compatible store answers. One that holds credentials is refused, and not quoted. */
export const endpointUrl: Kind<string> = scalar('http or https URL', (given) => {
  if (given.includes('@')) throw new InvalidValueError(noCredentials, { mayHoldSecret: true });
  return baseUrl.parse(given);
});
