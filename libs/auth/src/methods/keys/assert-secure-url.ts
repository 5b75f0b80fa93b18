import { ProviderSetupError } from './upstream-error';

/** This machine, to which nobody can come between. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Keys that come over a connection which others can change prove nothing: HTTPS, but for this machine.
 *
 * @throws ProviderSetupError for any other URL.
 */
export function assertSecureUrl({ protocol, hostname }: URL): void {
  const isSecure = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
  if (!isSecure) throw new ProviderSetupError(`${protocol}//${hostname} must be asked by https`);
}
