import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** The name of a header, whatever its letter case; `*` for all. Source: RFC 9110, 5.6.2. */
export const headerName: Kind<string> = scalar('name of a header', (given) => {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(given))
    throw new InvalidValueError(`expected the name of a header, got ${given}`);
  return given;
});
