import { variableOf } from './names';

/** Sections that existing configurations know by the name of the reference, which is first. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['authentication.methods.github', 'authentication.methods.codehost'],
  ['authentication.methods.kubernetes', 'authentication.methods.orchestrator'],
]);

/** Returns the key that this version uses: `authentication.methods.github.enabled` → `….codehost.enabled`. */
export function canonicalKey(key: string): string {
  for (const [alias, canonical] of aliases) {
    if (key === alias || key.startsWith(`${alias}.`)) return canonical + key.slice(alias.length);
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
