import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useAuthServer, type AuthServer, type Shown } from '../../support/auth-server';
import { nowInSeconds, Signer } from '../../support/signer';

/** A server that knows people by JSON web tokens, and checks what their roles allow. */
export interface ServerWithPeople extends AuthServer {
  /** The credential of a person in that role; without a role for `''`. */
  person(email: string, role: string): Shown;
}

/** Starts such a server before the first test of the surrounding `describe`, and stops it after the last. */
export function useServerWithPeople(env: Readonly<Record<string, string>> = {}): ServerWithPeople {
  const signer = new Signer('ES256');
  const keys = mkdtempSync(join(tmpdir(), 'pennon-people-'));
  writeFileSync(join(keys, 'key.pem'), signer.pem());
  const server = useAuthServer({
    PENNON_AUTHORIZATION_REQUIRED: 'true',
    PENNON_AUTHENTICATION_RATE_LIMIT_FAILURES: '0',
    PENNON_AUTHENTICATION_METHODS_JWT_ENABLED: 'true',
    PENNON_AUTHENTICATION_METHODS_JWT_CALLERS: 'people',
    PENNON_AUTHENTICATION_METHODS_JWT_PUBLIC_KEY_FILE: join(keys, 'key.pem'),
    ...env,
  });
  afterAll(() => {
    rmSync(keys, { recursive: true });
  });
  const person = (email: string, role: string): Shown => {
    const now = nowInSeconds();
    const claims = { iat: now, exp: now + 600, sub: email, user: { email } };
    return { jwt: signer.sign({ ...claims, ...(role !== '' && { 'io.service.auth.role': role }) }) };
  };
  return Object.assign(Object.create(server) as AuthServer, { person });
}
