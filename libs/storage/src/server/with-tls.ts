import { type TlsConfig } from '@pennon/config';
import { isTlsRefused } from '../driver-errors';
import { tlsOptions, type TlsOptions } from './tls-options';

/**
 * Connects with TLS as it is asked for, and without where it is preferred and the server has none.
 *
 * @param connect Connects with these options of TLS; without it where they are undefined. It leaves nothing open when
 *   it rejects.
 * @throws UnavailableError if a file of the settings cannot be read.
 * @throws whatever `connect` throws.
 */
export async function withTls<T>(
  tls: TlsConfig,
  connect: (options: TlsOptions | undefined) => Promise<T>,
): Promise<T> {
  const options = await tlsOptions(tls);
  try {
    return await connect(options);
  } catch (error) {
    if (tls.mode !== 'prefer' || !isTlsRefused(error)) throw error;
    return connect(undefined);
  }
}
