import { existsSync } from 'node:fs';
import { missingValue } from './missing-value';
import type { ResolvedSettings } from './resolve-settings';
import type { Violation } from './violation';

/** Returns what TLS lacks: certificate and key are both required, and must be there. */
export function checkServer({
  protocol,
  certFile,
  certKey,
}: ResolvedSettings['server']): readonly Violation[] {
  if (protocol === 'http') return [];
  return [...checkFile('server.cert_file', certFile), ...checkFile('server.cert_key', certKey)];
}

function checkFile(key: string, file: string | undefined): readonly Violation[] {
  if (file === undefined) return [{ key, reason: missingValue }];
  return existsSync(file) ? [] : [{ key, reason: 'names no file' }];
}
