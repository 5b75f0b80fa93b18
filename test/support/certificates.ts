import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate authority of a test's own, and a server certificate by it for this machine. */
export interface Certificates {
  /** File of the authority's certificate, in PEM. */
  readonly caFile: string;
  readonly ca: Buffer;
  /** The server's key and certificate, in PEM. */
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** Whom a server certificate is for unless said: this machine. */
const THIS_MACHINE = 'DNS:localhost,IP:127.0.0.1';

/** Makes them with OpenSSL in that directory. @param names Whom the server's is for, in the words of OpenSSL. */
export function makeCertificates(directory: string, names = THIS_MACHINE): Certificates {
  const file = (name: string): string => join(directory, name);
  writeFileSync(file('server.ext'), `subjectAltName=${names}\n`);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.crt'),
    '-subj',
    '/CN=test ca',
  );
  openssl('req', ...newKey, '-keyout', file('server.key'), '-out', file('server.csr'), '-subj', '/CN=test');
  const authority = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial'];
  const server = ['-in', file('server.csr'), '-extfile', file('server.ext'), '-out', file('server.crt')];
  openssl('x509', '-req', ...authority, ...server);
  return {
    caFile: file('ca.crt'),
    ca: readFileSync(file('ca.crt')),
    key: readFileSync(file('server.key')),
    cert: readFileSync(file('server.crt')),
  };
}

function openssl(...args: readonly string[]): void {
  execFileSync('openssl', args, { stdio: 'pipe' });
}
