import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import type { TlsConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { isTlsRefused } from '../database/driver-errors';

/** What the drivers are told of TLS; `verifyIdentity` is the one that MySQL's asks for. */
export interface TlsOptions extends Pick<
  ConnectionOptions,
  'rejectUnauthorized' | 'ca' | 'cert' | 'key' | 'checkServerIdentity'
> {
  readonly verifyIdentity?: boolean;
}

/**
 * Reads the files and returns what a driver is told; undefined for a connection without TLS.
 *
 * @throws UnavailableError if a file cannot be read.
 */
async function tlsOptions({ mode, rootCert, cert, key }: TlsConfig): Promise<TlsOptions | undefined> {
  if (mode === 'disable') return undefined;
  const verifies = mode === 'verify-ca' || mode === 'verify-full';
  return {
    rejectUnauthorized: verifies,
    verifyIdentity: mode === 'verify-full',
    // Whoever checks only the signature takes a certificate for any host.
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    ...(rootCert !== undefined && { ca: await pem(rootCert) }),
    ...(cert !== undefined && { cert: await pem(cert) }),
    ...(key !== undefined && { key: await pem(key) }),
  };
}

async function pem(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UnavailableError(`the file ${file} of the database’s TLS cannot be read`, { cause: error });
  }
}

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
