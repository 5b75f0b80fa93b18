import { type Kind, scalar, unexpected } from '../kinds/kind';

/** The name of a header, whatever its letter case; `*` for all. Source: RFC 9110, 5.6.2. */
export const headerName: Kind<string> = scalar('name of a header', (given) => {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(given)) throw unexpected('expected the name of a header', given);
  return given;
});
