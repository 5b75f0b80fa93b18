import type { pennonChanges } from '@pennon/proto';

/** A policy that holds for all changes. */
const EVERYTHING = 'everything';

/** `tag:pci` and `key:checkout`, or `everything`. @throws Error if one of the texts is none of these. */
export function readScope(texts: readonly string[]): { readonly tags: string[]; readonly keys: string[] } {
  const scope = { tags: [] as string[], keys: [] as string[] };
  for (const text of texts) {
    if (text === EVERYTHING) continue;
    const { kind, name } = /^(?<kind>tag|key):(?<name>.+)$/.exec(text)?.groups ?? {};
    if (name === undefined)
      throw new Error(`--applies-to takes tag:TAG, key:KEY or ${EVERYTHING}, not ${JSON.stringify(text)}`);
    scope[kind === 'tag' ? 'tags' : 'keys'].push(name);
  }
  return scope;
}

/** What {@link readScope} reads. */
export function scopeText({ tags, keys }: Partial<pennonChanges.PolicyScope> = {}): string {
  const names = [...(tags ?? []).map((tag) => `tag:${tag}`), ...(keys ?? []).map((key) => `key:${key}`)];
  return names.length === 0 ? EVERYTHING : names.join(', ');
}
