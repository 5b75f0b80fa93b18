import { httpUrl } from '../kinds/http-url';
import { type Kind, InvalidValueError, scalar } from '../kinds/kind';

/** The URL of a set of keys. The reason is worded as the reference words it. */
export const jwksUrl: Kind<string> = scalar(httpUrl.type, (url) => {
  try {
    return httpUrl.parse(url);
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    throw new InvalidValueError(`field "jwks_url": parse ${JSON.stringify(url)}: ${error.message}`, {
      unquoted: `field "jwks_url": ${error.message}`,
    });
  }
});
