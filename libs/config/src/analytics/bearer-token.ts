import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** A client token, as it stands in a header: printable ASCII characters without blanks. */
export const bearerToken: Kind<string> = scalar('text', (given) => {
  const token = given.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new InvalidValueError('holds characters that no token has');
  return token;
});
