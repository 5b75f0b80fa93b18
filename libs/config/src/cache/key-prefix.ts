import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** What keys in a store that others use as well begin with: 1–64 characters, none of them white space. */
export const keyPrefix: Kind<string> = scalar('1–64 characters', (given) => {
  if (!/^[!-~]{1,64}$/.test(given)) {
    throw new InvalidValueError('expected 1 to 64 letters, digits and signs of ASCII, without white space');
  }
  return given;
});
