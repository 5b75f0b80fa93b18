import { isIP } from 'node:net';
import { type Kind, scalar, unexpected } from './kind';

/** A network (`10.0.0.0/8`, `fd00::/8`) or a single address, as it was given. */
export const cidr: Kind<string> = scalar('network', (network) => {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  const version = isIP(address);
  // A zone (`fe80::1%eth0`) belongs to one machine and is in no network.
  const isNetwork = version !== 0 && !address.includes('%');
  if (!isNetwork || Number(bits ?? 0) > (version === 4 ? 32 : 128)) {
    throw unexpected('expected a network such as 10.0.0.0/8 or an address', network);
  }
  return network;
});
