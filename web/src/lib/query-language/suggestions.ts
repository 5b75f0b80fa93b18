/** What a namespace offers to filter flags by. */
export interface QueryValues {
  readonly segmentKeys: readonly string[];
  readonly tags: readonly string[];
}

const flagFilters = [
  'type:boolean',
  'type:variant',
  'is:enabled',
  'is:disabled',
  'is:off',
  'default:true',
  'default:false',
  'has:rules',
  'has:rollouts',
  'health:any',
  'health:stale',
  'updated:<30d',
  'created:<30d',
];

const segmentFilters = [
  'used:0',
  'used:>0',
  'type:string',
  'type:number',
  'type:boolean',
  'type:datetime',
  'type:entityid',
  'updated:<30d',
  'created:<30d',
];

/** Most suggestions that are given at once. */
const LIMIT = 12;

/** Filters of flags that complete the last word of a query, with its minus sign. */
export function suggestionsFor(query: string, { segmentKeys, tags }: QueryValues): readonly string[] {
  return completions(query, [
    ...flagFilters,
    ...segmentKeys.map((key) => `segment:${key}`),
    ...tags.map((tag) => `tag:${quoted(tag)}`),
  ]);
}

/** Filters of segments that complete the last word. @param properties Names that constraints of theirs use. */
export function segmentSuggestionsFor(query: string, properties: readonly string[]): readonly string[] {
  return completions(query, [
    ...segmentFilters,
    ...properties.map((property) => `property:${quoted(property)}`),
  ]);
}

function completions(query: string, all: readonly string[]): readonly string[] {
  const last = /\S*$/.exec(query)?.[0] ?? '';
  const sign = last.startsWith('-') ? '-' : '';
  const typed = last.slice(sign.length).toLowerCase();
  return all
    .filter((term) => term.toLowerCase().startsWith(typed) && term.toLowerCase() !== typed)
    .slice(0, LIMIT)
    .map((term) => sign + term);
}

function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}
