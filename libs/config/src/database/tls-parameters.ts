import { InvalidValueError } from '../kinds/kind';
import type { TlsConfig, TlsMode } from './server-address';

/** Words for each mode: those of libpq, of MySQL's own clients, and of its driver for Go. */
const modes = new Map<string, TlsMode>([
  ['disable', 'disable'],
  ['disabled', 'disable'],
  ['false', 'disable'],
  ['allow', 'prefer'],
  ['prefer', 'prefer'],
  ['preferred', 'prefer'],
  ['require', 'require'],
  ['required', 'require'],
  ['skip-verify', 'require'],
  ['verify-ca', 'verify-ca'],
  ['verify_ca', 'verify-ca'],
  ['verify-full', 'verify-full'],
  ['verify_identity', 'verify-full'],
  ['true', 'verify-full'],
]);

/** Names of the parameters that this reads. */
export const tlsParameters: readonly string[] = [
  ...['sslmode', 'ssl-mode', 'tls'],
  ...['sslrootcert', 'ssl-ca', 'sslcert', 'ssl-cert', 'sslkey', 'ssl-key'],
];

/**
 * Reads how a connection is protected from the parameters of a database URL. As for libpq, `require` together with
 * a root certificate means `verify-ca`.
 *
 * @throws InvalidValueError if the mode is not known, or a certificate comes without its key
 */
export function tlsOf(parameters: URLSearchParams): TlsConfig {
  const first = (...names: string[]): string | undefined =>
    names.map((name) => parameters.get(name)).find((value) => value !== null && value !== '') ?? undefined;
  const mode = modes.get((first('sslmode', 'ssl-mode', 'tls') ?? 'prefer').toLowerCase());
  if (mode === undefined) {
    throw new InvalidValueError(
      'has an unknown sslmode; use disable, prefer, require, verify-ca or verify-full',
    );
  }
  const rootCert = first('sslrootcert', 'ssl-ca');
  const cert = first('sslcert', 'ssl-cert');
  const key = first('sslkey', 'ssl-key');
  if ((cert === undefined) !== (key === undefined)) {
    throw new InvalidValueError('needs both sslcert and sslkey, or neither');
  }
  return Object.freeze({
    mode: mode === 'require' && rootCert !== undefined ? 'verify-ca' : mode,
    rootCert,
    cert,
    key,
  });
}
