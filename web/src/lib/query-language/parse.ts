/** One part of a query. */
export interface Term {
  /** As written, with its minus sign. */
  readonly text: string;
  readonly isNegated: boolean;
  /** The filter, as in `type`; undefined for free text. */
  readonly filter: string | undefined;
  /** What follows the colon, or the free text; without quotes. */
  readonly value: string;
}

/** Words, or anything between double quotes, also behind the colon of a filter. */
const parts = /-?(?:[A-Za-z][\w.-]*:)?(?:"[^"]*"?|[^\s"]+)|-?[A-Za-z][\w.-]*:/g;
const filtered = /^([A-Za-z][\w.-]*):(.*)$/s;

/** The terms of a query, in order. */
export function parseQuery(query: string): readonly Term[] {
  return (query.match(parts) ?? []).filter((text) => text !== '-').map(termOf);
}

/** The query without one of its terms, as a chip that is removed leaves it. */
export function withoutTerm(query: string, text: string): string {
  const terms = parseQuery(query).map((term) => term.text);
  const index = terms.indexOf(text);
  return (index < 0 ? terms : terms.toSpliced(index, 1)).join(' ');
}

function termOf(text: string): Term {
  const isNegated = text.startsWith('-');
  const bare = isNegated ? text.slice(1) : text;
  const [, filter, value] = filtered.exec(bare) ?? [];
  return {
    text,
    isNegated,
    filter: filter?.toLowerCase().startsWith('meta.') ? filter : filter?.toLowerCase(),
    value: (value ?? bare).replaceAll('"', ''),
  };
}
