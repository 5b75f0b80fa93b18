import { checkFile, readAuthorities, readPublicKey } from '../files/pem-files';
import { isSecureUrl, mustBeSecure } from '../kinds/address';
import type { Violation } from '../settings/config-error';
import { claimsOfRolesAreMapped, type MethodChecks, type Methods, methodsKey, when } from './method-checks';

/** JSON web tokens. */
export const jwtChecks: MethodChecks = {
  checks: [
    rolesAreMapped,
    jwtHasOneSourceOfKeys,
    jwksAreFetchedSafely,
    publicKeyFileIsReadable,
    jwksAuthorityIsReadable,
  ],
  openDoors: [
    when(({ authentication: { required, methods } }) => {
      const { enabled, validateClaims } = methods.jwt;
      return (
        required && enabled && validateClaims.issuer === undefined && validateClaims.audiences.length === 0
      );
    }, `every JSON web token that the keys verify is accepted, whoever it was made for: set ${methodsKey}.jwt.validate_claims.issuer or .audiences`),
  ],
  closedDoors: [],
  missingRoles: [
    when(({ authentication: { methods } }) => {
      const { enabled, copyClaims, roles } = methods.jwt;
      return enabled && !copyClaims && roles.length === 0;
    }, `callers with JSON web tokens have no role: set ${methodsKey}.jwt.roles, or .copy_claims`),
  ],
};

function rolesAreMapped({ jwt }: Methods): readonly Violation[] {
  return jwt.enabled ? claimsOfRolesAreMapped('jwt', jwt) : [];
}

function jwtHasOneSourceOfKeys(methods: Methods): readonly Violation[] {
  const { enabled, jwksUrl, publicKeyFile } = methods.jwt;
  const key = 'authentication.methods.jwt.jwks_url';
  if (!enabled || (jwksUrl === undefined) !== (publicKeyFile === undefined)) return [];
  return jwksUrl === undefined
    ? [{ key, reason: 'one of jwks_url or public_key_file is required' }]
    : [{ key, reason: 'only one of jwks_url or public_key_file can be set' }];
}

function jwksAreFetchedSafely(methods: Methods): readonly Violation[] {
  const { enabled, jwksUrl } = methods.jwt;
  if (!enabled || jwksUrl === undefined || isSecureUrl(new URL(jwksUrl))) return [];
  return [{ key: 'authentication.methods.jwt.jwks_url', reason: mustBeSecure }];
}

function publicKeyFileIsReadable(methods: Methods): readonly Violation[] {
  const { enabled, publicKeyFile } = methods.jwt;
  if (!enabled || publicKeyFile === undefined) return [];
  const missing = `field "public_key_file": stat ${publicKeyFile}: no such file or directory`;
  const key = 'authentication.methods.jwt.public_key_file';
  return checkFile(key, () => readPublicKey(publicKeyFile), missing);
}

function jwksAuthorityIsReadable(methods: Methods): readonly Violation[] {
  const { enabled, caPath } = methods.jwt;
  if (!enabled || caPath === undefined) return [];
  return checkFile('authentication.methods.jwt.ca_path', () => readAuthorities(caPath));
}
