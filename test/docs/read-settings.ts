import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@pennon/config';
import { makeCertificates } from '../support/certificates';

/** What stands for the secrets that an example takes from the environment, and for those that are addresses. */
const A_SECRET = 'a-secret-that-is-long-enough-for-all';
const AN_ADDRESS = 'https://example.com/hook';

/** Where examples have their certificates, which must be there. */
const CERTIFICATES = /\/etc\/pennon\/tls|\/var\/run\/secrets\/kubernetes\.io\/serviceaccount/g;

/**
 * Reads the example as a server would read its file.
 *
 * @throws ConfigError with every problem of it
 */
export function readSettings(text: string): void {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-docs-'));
  const path = join(directory, 'pennon.yml');
  writeFileSync(path, text.replaceAll(CERTIFICATES, directory));
  if (text.search(CERTIFICATES) !== -1) writeCertificates(directory);
  const names = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
  const env = Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  try {
    loadConfig({
      path,
      env: { HOME: directory, ...env, DATABASE_URL: 'postgres://db/pennon' },
      root: directory,
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** What a variable of that name holds. */
function valueOf(name: string): string {
  if (name.endsWith('_URL')) return AN_ADDRESS;
  return name.endsWith('_AUTHORIZATION') ? `Authorization: Bearer ${A_SECRET}` : A_SECRET;
}

function writeCertificates(directory: string): void {
  const { cert, key } = makeCertificates(directory);
  writeFileSync(join(directory, 'tls.crt'), cert);
  writeFileSync(join(directory, 'tls.key'), key);
}
