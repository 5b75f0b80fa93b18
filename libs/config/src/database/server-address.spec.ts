import { tlsOf } from './server-address';

const nothing = { rootCert: undefined, cert: undefined, key: undefined };

test.each([
  ['', 'prefer'],
  ['sslmode=disable', 'disable'],
  ['sslmode=allow', 'prefer'],
  ['sslmode=prefer', 'prefer'],
  ['sslmode=require', 'require'],
  ['sslmode=verify-ca', 'verify-ca'],
  ['sslmode=verify-full', 'verify-full'],
  ['ssl-mode=DISABLED', 'disable'],
  ['ssl-mode=REQUIRED', 'require'],
  ['ssl-mode=VERIFY_CA', 'verify-ca'],
  ['ssl-mode=VERIFY_IDENTITY', 'verify-full'],
  ['tls=false', 'disable'],
  ['tls=skip-verify', 'require'],
  ['tls=preferred', 'prefer'],
  ['tls=true', 'verify-full'],
])('?%s asks for %s', (parameters, mode) => {
  expect(tlsOf(new URLSearchParams(parameters))).toEqual({ ...nothing, mode });
});

test('files are named as libpq or as MySQL’s clients name them', () => {
  const files = { rootCert: '/ca.pem', cert: '/me.pem', key: '/me.key' };
  for (const [ca, cert, key] of [
    ['sslrootcert', 'sslcert', 'sslkey'],
    ['ssl-ca', 'ssl-cert', 'ssl-key'],
  ]) {
    const parameters = `sslmode=verify-full&${ca}=/ca.pem&${cert}=/me.pem&${key}=/me.key`;
    expect(tlsOf(new URLSearchParams(parameters))).toEqual({ mode: 'verify-full', ...files });
  }
});

test('`require` with a root certificate checks who signed, as with libpq', () => {
  const parameters = new URLSearchParams('sslmode=require&sslrootcert=/ca.pem');
  expect(tlsOf(parameters)).toMatchObject({ mode: 'verify-ca', rootCert: '/ca.pem' });
});
