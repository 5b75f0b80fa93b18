/** What every variable of the configuration begins with. */
export const VARIABLE_PREFIX = 'PENNON_';

/** What the variables of Flipt begin with, which are read as well. */
export const FLIPT_PREFIX = 'FLIPT_';

/** The variable that names the configuration file. It is no setting: a file cannot name itself. */
export const FILE_VARIABLE = `${VARIABLE_PREFIX}CONFIG`;

/** The variable with the client token that commands show to a running server. It is no setting of a server. */
export const TOKEN_VARIABLE = `${VARIABLE_PREFIX}TOKEN`;

/** Returns the key of a path of names in the settings table: `server`, `httpPort` → `server.http_port`. */
export function keyOf(path: readonly string[]): string {
  return path.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).join('.');
}

/** Returns the environment variable of a key: `server.http_port` → `PENNON_SERVER_HTTP_PORT`. */
export function variableOf(key: string): string {
  return VARIABLE_PREFIX + variablePartOf(key);
}

/** Returns the variable of Pennon for one of Flipt, `FLIPT_DB_URL` → `PENNON_DB_URL`; any other name as it is. */
export function variableOfPennon(name: string): string {
  return name.startsWith(FLIPT_PREFIX) ? VARIABLE_PREFIX + name.slice(FLIPT_PREFIX.length) : name;
}

/** Returns a part of a key as variables write it, where there are no dots and no hyphens: `my-idp` → `MY_IDP`. */
export function variablePartOf(part: string): string {
  return part.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}
