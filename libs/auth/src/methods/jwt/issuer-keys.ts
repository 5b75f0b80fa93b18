import { readFileSync } from 'node:fs';
import { type JwtConfig } from '@pennon/config';
import { assertSecureUrl } from '../keys/assert-secure-url';
import { exchangeJson } from '../keys/exchange-json';
import { Fetched } from '../keys/fetched';
import { readKeySet } from '../keys/key-set';
import { readPublicKey } from '../keys/public-key-file';
import { fixed, type Source } from '../keys/source';
import { type VerificationKey } from '../keys/verification-key';

/** Where the operator says the settings are. */
const SECTION = 'authentication.methods.jwt';

/**
 * The keys of the issuer of tokens: from its URL, when they are first needed, or from a file, now.
 *
 * @throws Error that names the setting, if the file holds no key or the URL is one that others can listen to.
 */
export function issuerKeys({ jwksUrl, publicKeyFile }: JwtConfig): Source<readonly VerificationKey[]> {
  return jwksUrl === undefined ? fixed([keyOfFile(publicKeyFile ?? '')]) : keysAt(new URL(jwksUrl));
}

function keyOfFile(file: string): VerificationKey {
  try {
    return readPublicKey(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${SECTION}.public_key_file ${file} cannot be used`, { cause: error });
  }
}

function keysAt(url: URL): Source<readonly VerificationKey[]> {
  try {
    assertSecureUrl(url);
  } catch (error) {
    throw new Error(`${SECTION}.jwks_url cannot be used`, { cause: error });
  }
  const fetch = async (): Promise<readonly VerificationKey[]> => readKeySet(await exchangeJson({ url }));
  return new Fetched({ name: 'the keys of JSON web tokens', fetch });
}
