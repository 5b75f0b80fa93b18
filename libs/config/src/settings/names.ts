import { closest, distance } from 'fastest-levenshtein';
import { variablePartOf } from '../kinds/setting';
import { fliptMethodNames } from '../authentication/methods/methods';

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

/** Whether a key is that of the setting or section, or of something in it. */
export function isWithin(section: string, key: string): boolean {
  return key === section || key.startsWith(`${section}.`);
}

/** Sections that existing configurations know by the name of the reference, which is first. */
const aliases = Object.entries(fliptMethodNames).map(
  ([method, flipt]) => [`authentication.methods.${flipt}`, `authentication.methods.${method}`] as const,
);

/** Returns the key that this version uses: `authentication.methods.github.enabled` → `….codehost.enabled`. */
export function canonicalKey(key: string): string {
  for (const [alias, canonical] of aliases) {
    if (isWithin(alias, key)) return canonical + key.slice(alias.length);
  }
  return key;
}

/** Returns the variable that this version uses: `PENNON_AUTHENTICATION_METHODS_GITHUB_…` → `…_CODEHOST_…`. */
export function canonicalVariable(variable: string): string {
  for (const [alias, canonical] of aliases) {
    const prefix = `${variableOf(alias)}_`;
    if (variable.startsWith(prefix)) return `${variableOf(canonical)}_${variable.slice(prefix.length)}`;
  }
  return variable;
}

/**
 * Returns `; did you mean …?` with the candidate that was probably meant, or nothing when none is close. A
 * placeholder of a candidate becomes what stands in its place in the name.
 *
 * @param separator between the parts of names
 */
export function didYouMean(name: string, candidates: readonly string[], separator: '.' | '_'): string {
  const candidate = closest(
    name,
    candidates.map((pattern) => fill(pattern, name, separator)),
  );
  // A quarter of the letters, three at most: beyond that a hint misleads more than it helps.
  const isClose = distance(name, candidate) <= Math.min(3, Math.floor(name.length / 4));
  return isClose ? `; did you mean ${candidate}?` : '';
}

/** `a.<name>.b` and `x.acme.y` → `a.acme.b`: counted from both ends, since a variable has `_` in names too. */
function fill(pattern: string, name: string, separator: string): string {
  const [before, after] = pattern.split(/<[^>]+>/);
  if (before === undefined || after === undefined) return pattern;
  const parts = name.split(separator);
  const chosen = parts.slice(
    before.split(separator).length - 1,
    parts.length - (after.split(separator).length - 1),
  );
  return chosen.length === 0 ? pattern : before + chosen.join(separator) + after;
}
