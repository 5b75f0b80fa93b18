import { type Kind, scalar, unexpected } from '../kinds/kind';

/** `host:port`; an IPv6 address stands in brackets. Returned as it was given. */
export const hostAndPort: Kind<string> = scalar('`host:port`', (given) => {
  const [, port = ''] = /^(?:\[[\da-fA-F:.]+\]|[^\s:/@[\]]+):(\d{1,5})$/.exec(given) ?? [];
  if (port === '' || Number(port) > 65_535) throw unexpected('expected host:port', given);
  return given;
});
