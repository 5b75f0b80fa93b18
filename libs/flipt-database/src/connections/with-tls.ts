import { type ServerAddress } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { isTlsRefused, tlsOptions, type TlsOptions } from '@pennon/storage';
import { driverFailure } from './driver-failure';

/** How long a server may take to answer at first, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Connects with TLS as the address asks for it, and without where it prefers it and the server has none.
 *
 * @throws UnavailableError if that cannot be. It names the server without user and password.
 */
export async function withTls<T>(
  { tls, location }: ServerAddress,
  connect: (tls: TlsOptions | undefined) => Promise<T>,
): Promise<T> {
  try {
    const options = await tlsOptions(tls);
    try {
      return await connect(options);
    } catch (error) {
      if (tls.mode !== 'prefer' || !isTlsRefused(error)) throw error;
      return await connect(undefined);
    }
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    throw driverFailure('reached', location, error);
  }
}
