import { type JsonObject } from '@pennon/domain';

/** The member of the metadata that holds tags. */
const TAGS = 'tags';

/** The tags of a flag: `tags` in its metadata, an array of strings or a comma list. */
export function tagsOf(metadata: JsonObject | undefined = {}): readonly string[] {
  const value = Object.hasOwn(metadata, TAGS) ? metadata[TAGS] : undefined;
  const texts = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return unique(texts.filter((text): text is string => typeof text === 'string'));
}

/** The metadata with these tags, in the form that they had; without any, the member goes too. */
export function withTags(metadata: JsonObject | undefined = {}, tags: readonly string[]): JsonObject {
  const { [TAGS]: before, ...rest } = metadata;
  const wanted = unique(tags);
  if (wanted.length === 0) return rest;
  return { ...metadata, [TAGS]: typeof before === 'string' ? wanted.join(', ') : wanted };
}

/** All tags of these flags, most used first, as suggestions. */
export function knownTags(
  flags: readonly { readonly metadata: JsonObject | undefined }[],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const tag of flags.flatMap(({ metadata }) => tagsOf(metadata)))
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .toSorted(([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left < right ? -1 : 1))
    .map(([tag]) => tag);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}
